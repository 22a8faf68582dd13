import type { Deps } from './deps';
import { catalogueRoutes } from './features/catalogue/routes';
import { healthRoutes } from './features/health/routes';
import { learningRoutes } from './features/learning/routes';
import type { ApiRouter } from './http/context';
import type { Job } from './jobs';

/** Every feature with routes. A new one is added here and nowhere else. */
export const features: readonly ((deps: Deps) => ApiRouter)[] = [
  healthRoutes,
  catalogueRoutes,
  learningRoutes,
];

/** What works in the background while the API runs. */
export const jobs: readonly ((deps: Deps) => Job)[] = [];
