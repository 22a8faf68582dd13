import { academy, type Course } from '@isa/api-contract';
import type { Host } from '@isa/contract';
import { paths } from '@isa/contract';

/** One step of the way to a page. */
export interface Crumb {
  readonly label: string;
  readonly path: string;
  /** For search engines, where the label is short for want of room. */
  readonly name?: string;
}

export const homeCrumb: Crumb = { label: 'Home', path: paths.home };

type Thing = Readonly<Record<string, unknown>>;

/** https://schema.org/BreadcrumbList */
export function breadcrumbList(site: Host['site'], crumbs: readonly Crumb[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, path, name = label }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.origin + path,
    })),
  };
}

/** https://schema.org/EducationalOrganization */
export function organization(site: Host['site']): Thing {
  const { street, city, postcode, countryCode } = academy.address;
  return {
    '@type': 'EducationalOrganization',
    '@id': `${site.origin}/#organization`,
    name: academy.name,
    legalName: academy.legalName,
    url: `${site.origin}/`,
    email: academy.email,
    telephone: academy.phone.display,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressCountry: countryCode,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: academy.email,
      telephone: academy.phone.display,
      availableLanguage: 'en',
    },
    sameAs: [academy.network.company],
  };
}

/** https://schema.org/Course, as search engines want it: with its provider and the way it is held. */
export function courseThing(site: Host['site'], course: Course): Thing {
  return {
    '@type': 'Course',
    name: course.name,
    description: course.summary,
    url: site.origin + course.link,
    inLanguage: 'en-GB',
    provider: { '@type': 'Organization', name: site.name, sameAs: `${site.origin}/` },
    audience: { '@type': 'EducationalAudience', audienceType: course.audience },
    teaches: course.aims,
    offers: { '@type': 'Offer', category: 'Paid', url: site.origin + paths.contact },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'onsite',
      description: `${course.duration} ${course.place}`,
    },
  };
}
