import { Heading, Stack, Text } from '@isa/ui';
import { Route } from '../../shared/route';

interface Post {
  readonly years: string;
  readonly title: string;
  readonly leads?: true;
  readonly place: string;
  readonly text: string;
}

/** Those that lead are the three that the page's title names. */
const career: readonly Post[] = [
  {
    years: '1984–1988',
    title: 'Officer training',
    place: 'Police academy',
    text: 'Four years of law, criminal investigation and field training. His final paper, on why observers tire, is still read in the academy’s courses.',
  },
  {
    years: '1988–1994',
    title: 'Surveillance operator',
    place: 'Criminal police, covert observation',
    text: 'On foot and in vehicles, mostly at night. He kept a record of every subject that was lost and of the reason. The reasons were seldom technical.',
  },
  {
    years: '1994–2001',
    title: 'Team leader',
    place: 'Unit against organised crime',
    text: 'Responsible for mobile teams against groups with lookouts of their own. The rule of five cars and one van dates from these years.',
  },
  {
    years: '2001–2008',
    title: 'Head of department',
    place: 'Surveillance and operational support',
    text: 'He wrote down how each post is filled and learnt, and shortened the rebuilding of a team from half a year to two weeks.',
  },
  {
    years: '2008–2012',
    title: 'Colonel',
    leads: true,
    place: 'Directorate of police',
    text: 'Standards, selection and training for surveillance units nationwide, and co-operation with partner services abroad. He retired from the police in the rank of colonel.',
  },
  {
    years: '2012–2016',
    title: 'Private detective',
    leads: true,
    place: 'Own practice',
    text: 'Inquiries for law firms, insurers and families. What a police officer has to learn anew for this became the certificate course.',
  },
  {
    years: 'Since 2016',
    title: 'Founder and chief executive',
    leads: true,
    place: 'International Surveillance Academy',
    text: 'He founded the academy to teach what he had been asked for most often: how to prepare people. The academy’s quality management and information security are certified to ISO 9001 and ISO 27001.',
  },
  {
    years: 'Since 2021',
    title: 'Author',
    place: 'Four volumes, a fifth to follow',
    text: 'The handbook of covert surveillance puts the courses on paper: exercises, forms and map sheets included. An online course of thirty-three lessons teaches them to those who cannot travel.',
  },
];

export function Timeline() {
  return (
    <Route
      stations={career.map(({ years, title, leads, place, text }) => ({
        key: title,
        leads,
        label: <time dateTime={/\d{4}/.exec(years)?.[0]}>{years}</time>,
        content: (
          <Stack gap={2}>
            <Heading level={3} size={leads ? 'lg' : 'md'}>
              {title}
            </Heading>
            <Text size="small">{place}</Text>
            <Text muted>{text}</Text>
          </Stack>
        ),
      }))}
    />
  );
}
