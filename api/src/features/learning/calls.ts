import type { CallsOf } from '@isa/api-contract/base';
import type { learningSchemas } from './schema';

export const learningCalls: CallsOf<typeof learningSchemas> = {
  getUserPermissions: { method: 'GET', path: '/api/get-user-permissions' },
  coursesByUser: { method: 'POST', path: '/api/coursesByUser' },
  createVideoTicket: { method: 'POST', path: '/api/video-tickets' },
  readProgress: { method: 'GET', path: '/api/progress' },
  saveProgress: { method: 'PUT', path: '/api/progress/:lessonId' },
};
