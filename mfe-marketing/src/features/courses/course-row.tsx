import type { CourseCard } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Heading, Text } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { CardLink } from '../../shared/card';
import { FeatureRow } from '../../shared/feature-row';
import { CourseFacts } from '../../shared/courses/course-facts';

/** A course of a category. */
export function CourseRow({ course }: { readonly course: CourseCard }) {
  return (
    <FeatureRow picture={<CourseArt slug={course.slug} />} more="Read More">
      <Heading level={3} size="lg">
        <CardLink as={Link} to={course.link}>
          {course.name}
        </CardLink>
      </Heading>
      <Text muted>{course.summary}</Text>
      <CourseFacts facts={course.facts} shown={['audience', 'duration', 'place', 'group']} />
    </FeatureRow>
  );
}
