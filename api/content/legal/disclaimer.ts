import { type LegalPage, paths } from '@isa/api-contract';
import { emailLink } from './company';

export const disclaimer: LegalPage = {
  slug: 'disclaimer',
  title: 'Disclaimer',
  summary: 'What our material is meant for, what it is not, and where your own responsibility begins.',
  updatedAt: '2026-11-02T09:00:00Z',
  sections: [
    {
      id: 'purpose',
      heading: 'Training material, not advice',
      html: `<p>The books, lessons, articles and pages of this site are published for professional education. They describe methods in general. They are not legal advice, not a risk assessment of your case and not an instruction to act. Before you act, take advice from somebody who knows the facts and is answerable for the answer.</p>`,
    },
    {
      id: 'lawful-use',
      heading: 'Lawful use only',
      html: `<p>Surveillance touches the rights of people who have done nothing wrong. What is permitted to a police officer with an authorisation may be an offence for anybody else, and the law differs from country to country. You alone are responsible for having a lawful purpose, the necessary authority and any licence that applies where you work.</p><p>Nothing on this site may be used to stalk, harass, intimidate or discriminate. We refuse training to people whose purpose we doubt, and we pass credible threats to the authorities.</p>`,
    },
    {
      id: 'safety',
      heading: 'Practical exercises',
      html: `<p>Drills shown in lessons and books were carried out by trained people on suitable ground, with supervision. Do not repeat driving or night exercises on public roads without an instructor. Observe road traffic law at all times; no exercise is worth an accident.</p>`,
    },
    {
      id: 'accuracy',
      heading: 'Accuracy',
      html: `<p>We check what we publish and correct mistakes when we learn of them, at ${emailLink}. Law and technology move on, however, and a page may lag behind. Case studies are drawn from practice with names, places and times altered; any likeness to living persons is unintended.</p>`,
    },
    {
      id: 'claims',
      heading: 'Figures and accreditation',
      html: `<p>Statements such as “90% of success is preparation”, “in three months” or “in two weeks” summarise the experience of our instructors and are no guarantee for an individual project; binding targets are set in each contract. References to ISO 9001 and ISO 27001 concern the academy’s management of quality and of information security. They do not certify participants.</p>`,
    },
    {
      id: 'links',
      heading: 'Other sites',
      html: `<p>Links to professional networks, payment services and other sites are provided for convenience. Their operators decide on content, cookies and terms there. We set links with care but have no influence on later changes; please tell us about any that leads astray.</p>`,
    },
    {
      id: 'rights',
      heading: 'Your rights stay',
      html: `<p>This page does not cut back what the law grants to consumers, nor our liability where it cannot be excluded. What applies to purchases is set out in the <a href="${paths.legal('terms-and-conditions')}#faults">terms and conditions</a>.</p>`,
    },
  ],
};
