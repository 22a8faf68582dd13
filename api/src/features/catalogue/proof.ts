import type { AcademyContent } from '@isa/api-contract';

/** What lets a buyer check the academy, with the label at the office. The VAT number is a setting. */
export const proofFields = [
  ['qualityNumber', 'ISO 9001: number of the certificate'],
  ['qualityBody', 'ISO 9001: body that certified us'],
  ['qualityScope', 'ISO 9001: scope'],
  ['securityNumber', 'ISO 27001: number of the certificate'],
  ['securityBody', 'ISO 27001: body that certified us'],
  ['securityScope', 'ISO 27001: scope'],
  ['companyNumber', 'Company number'],
  ['insurance', 'Insurance'],
  ['vetting', 'Vetting of staff'],
  ['dataHandling', 'Handling of data'],
  ['references', 'References'],
] as const;

/** The labels of what the site says is available on request. */
export function missingProof(academy: AcademyContent): readonly string[] {
  return proofFields.filter(([name]) => academy[name] === null).map(([, label]) => label);
}
