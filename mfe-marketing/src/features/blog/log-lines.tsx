import { Text } from '@isa/ui';
import type { ComponentProps } from 'react';
import type { Specimen } from '../../shared/specimen';

/** The picture of the post on the log. The lines stay with it when staff change the text. */
export const LOG_PICTURE = '/art/posts/4.svg';

/** A filled-in log: what an operator wrote, as an instructor corrects it. */
export const logLines: ComponentProps<typeof Specimen>['parts'] = [
  {
    part: '08:41',
    example: (
      <>
        Café on the corner of Mill Street, window seat, 30 metres. SUBJECT leaves no. 14 by the front door:
        grey coat, black bag on the left shoulder. R. F.
      </>
    ),
    title: 'All four answers',
    explanation: (
      <Text muted>
        What was seen, by whom, from where and at what time. Somebody who was not there can go and stand where
        R. F. sat.
      </Text>
    ),
  },
  {
    part: '08:43',
    example: (
      <>
        Same seat. SUBJECT waits at the tram stop and looks behind twice. <del>He is nervous.</del> R. F.
        <ins>Opinion: separate sheet.</ins>
      </>
    ),
    title: 'Seen, or concluded?',
    explanation: (
      <Text muted>The two looks were seen. The nerves were concluded, and a hearing will ask from what.</Text>
    ),
  },
  {
    part: '08:52',
    example: (
      <>
        SUBJECT boards tram 12 by the front door and shows a ticket to the driver. R. F.
        <ins>From where? Go back and find the spot.</ins>
      </>
    ),
    title: 'The missing place',
    explanation: (
      <Text muted>
        From the stop the driver’s hands can be seen; from across the road they cannot. Without the place the
        line proves nothing.
      </Text>
    ),
  },
  {
    part: '09:04',
    example: (
      <>
        Tram 12, rear door, 5 metres. SUBJECT gets off at Market Square. Lost at 09:05 behind a lorry. R. F.
      </>
    ),
    title: 'A loss is an entry',
    explanation: (
      <Text muted>
        It is written down like everything else. A gap without words looks like something hidden.
      </Text>
    ),
  },
];
