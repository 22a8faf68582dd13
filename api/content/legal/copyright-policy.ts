import { academy, type LegalPage, postalAddress } from '@isa/api-contract';
import { emailLink } from './company';

export const copyrightPolicy: LegalPage = {
  slug: 'copyright-policy',
  title: 'Copyright Policy',
  summary: 'What belongs to the academy, what you may do with it, and how to report an infringement.',
  updatedAt: '2026-11-02T09:00:00Z',
  sections: [
    {
      id: 'ownership',
      heading: 'What is protected',
      html: `<p>Texts, drawings, maps, films, lessons, course manuals, test papers and the arrangement of this site are the property of ${academy.legalName} or of authors who have licensed them to us. They are protected by the Copyright, Designs and Patents Act 1988 and by international treaties. The name and the mark of the academy may not be used to suggest an endorsement.</p>`,
    },
    {
      id: 'permitted',
      heading: 'What you may do without asking',
      html: `<ul><li>Read the site, print single pages for your own use and share a link to any public page.</li><li>Quote short passages for criticism, review, teaching or news, with the source named.</li><li>Play purchased lessons on your own devices through your own account.</li><li>Lend, give away or sell your printed copy of a book.</li></ul>`,
    },
    {
      id: 'permission',
      heading: 'What needs permission',
      html: `<ul><li>Copying, scanning or translating books beyond a short quotation.</li><li>Recording, downloading or publicly showing a lesson, in whole or in part.</li><li>Using our material in courses of your own, paid or unpaid. Trained trainers receive a written licence for this.</li><li>Feeding our material into collections that are used to train or operate text-generating systems. The right of text and data mining is reserved.</li></ul><p>Permission is often given. Please write to ${emailLink} with the passage, the purpose and the audience.</p>`,
    },
    {
      id: 'participants',
      heading: 'Participants and clients',
      html: `<p>Course manuals are issued by name. What a client brings to a course stays the client’s. Photographs and recordings during exercises are made only for the debrief and deleted afterwards, unless everybody shown has agreed in writing to something else.</p>`,
    },
    {
      id: 'notice',
      heading: 'If you believe that we infringe your rights',
      html: `<p>Send a notice to ${emailLink} or to ${postalAddress}. So that we can act quickly, please include:</p><ol><li>what work of yours is concerned, and where it can be seen;</li><li>the address of the page, or the title and page of the book, to which you object;</li><li>your name and how to reach you, and in whose name you act;</li><li>a statement that you believe in good faith that the use is not permitted, and that what you write is correct.</li></ol><p>We confirm receipt within two working days, take disputed material down where the claim is plausible, and tell you the result.</p>`,
    },
    {
      id: 'reply',
      heading: 'If your own material was taken down',
      html: `<p>You will be told of the notice and may reply within 14 days. If the matter stays open, the material remains offline until the parties agree or a court decides. Accounts that repeatedly infringe the rights of others are closed.</p>`,
    },
    {
      id: 'third-parties',
      heading: 'Work of others on this site',
      html: `<p>The typefaces Fraunces, Inter and JetBrains Mono are used under the SIL Open Font License 1.1. Parts of the software are open source and remain under the licences of their authors. Names of other companies are used to identify them and belong to their owners.</p>`,
    },
  ],
};
