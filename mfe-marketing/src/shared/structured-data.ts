import { academy, type Course, type Post } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type Crumb, type Host, type StructuredData } from '@isa/contract';

export const homeCrumb: Crumb = { label: 'Home', to: paths.home };
export const servicesCrumb: Crumb = { label: 'Services', to: paths.services };

export function organization(site: Host['site']): StructuredData {
  const { address, email, legalName, phone: telephone } = site.contact;
  return {
    '@type': 'EducationalOrganization',
    '@id': `${site.origin}/#organization`,
    name: academy.name,
    legalName,
    url: `${site.origin}/`,
    ...{ email, telephone, address },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      ...{ email, telephone },
      availableLanguage: 'en',
    },
    sameAs: [academy.network.company],
  };
}

export function courseStructuredData(site: Host['site'], course: Course): StructuredData {
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

export function blogPosting(site: Host['site'], post: Post, description: string): StructuredData {
  const academyReference = { '@type': 'Organization', name: site.name, url: `${site.origin}/` };
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description,
    articleBody: post.content,
    datePublished: post.publishedAt,
    image: site.origin + post.image,
    url: site.origin + paths.post(post.id),
    mainEntityOfPage: site.origin + paths.post(post.id),
    inLanguage: 'en-GB',
    author: academyReference,
    publisher: academyReference,
    ...(post.link === null ? {} : { sameAs: post.link }),
  };
}
