import type { CallsOf } from '@isa/api-contract/base';
import type { enquirySchemas } from './schema';

export const enquiryCalls: CallsOf<typeof enquirySchemas> = {
  contact: { method: 'POST', path: '/api/contact' },
  newsletter: { method: 'POST', path: '/api/newsletter' },
  confirmNewsletter: { method: 'POST', path: '/api/newsletter/confirm' },
  unsubscribeNewsletter: { method: 'POST', path: '/api/newsletter/unsubscribe' },
};
