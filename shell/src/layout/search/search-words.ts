import { paths } from '@isa/contract';

/** Words by which visitors look for a page or a section besides its text. */
const words: Readonly<Record<string, string>> = {
  [paths.home]: 'academy team next run film',
  [paths.about]: 'founder colonel career history detective who',
  [paths.allTrainingCourses]: 'training dates price duration place group',
  [paths.services]: 'detective inquiry advice',
  [paths.investigations]:
    'private detective fraud due diligence insurance tracing counter-surveillance litigation',
  [paths.consultancy]: 'advice consultant train the trainer promotion department procedure audit',
  [paths.blog]: 'posts news articles',
  [paths.onlineCourses]: 'video lessons premium unlock e-learning',
  [paths.books]: 'volumes handbook manual pack shipping',
  [paths.contact]: 'phone telephone e-mail address office hours headquarters support help apply dates',
  [paths.basket]: 'basket checkout shipping payment',
  [paths.myOrders]: 'order receipt invoice delivery returns refund cancel',
  [paths.login()]: 'log in sign in account password passkey',
  [paths.register()]: 'sign up create account',
  [paths.forgotPassword]: 'reset password',
  [`${paths.legal('terms-and-conditions')}#books`]: 'shipping postage delivery dispatch tracking',
  [`${paths.legal('terms-and-conditions')}#returns`]: 'refund return money back cancellation',
};

/** The words for a path, or an empty text. */
export function wordsFor(path: string): string {
  return words[path] ?? '';
}
