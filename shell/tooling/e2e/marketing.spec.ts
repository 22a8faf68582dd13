import { expect, type Page, test } from '@playwright/test';
import { waitUntilHydrated } from './support/hydration';
import { banner, heading, isSameDocument, main, markDocument, saveData } from './support/page';

const team = (page: Page) => main(page).getByRole('group', { name: 'Meet the Training Team' });

const filmTime = (page: Page) =>
  page.locator('video').evaluate((player: HTMLVideoElement) => player.currentTime);

/** Names on the team's completely visible cards, from left to right. */
async function membersInView(page: Page): Promise<string[]> {
  return team(page)
    .getByRole('group', { name: 'Team members' })
    .evaluate((viewport) => {
      const frame = viewport.getBoundingClientRect();
      return [...viewport.querySelectorAll('article')]
        .filter((card) => {
          const { left, right } = card.getBoundingClientRect();
          return left >= frame.left - 1 && right <= frame.right + 1;
        })
        .map((card) => card.querySelector('h3')?.textContent ?? '');
    });
}

async function openTeam(page: Page) {
  await page.goto('/');
  await team(page).scrollIntoViewIfNeeded();
  await expect(team(page).getByRole('button', { name: 'Next team member' })).toBeVisible();
}

test.describe('the home page', () => {
  test('scrolls to the latest courses, below the sticky header', async ({ page }) => {
    await page.goto('/');
    await main(page).getByRole('link', { name: 'Latest courses' }).click();
    await expect(page).toHaveURL('/#latest-courses');
    const courses = main(page).getByRole('heading', { name: 'Six courses in person, one online' });
    await expect(courses).toBeInViewport();
    const bar = await banner(page).boundingBox();
    await expect
      .poll(async () => (await courses.boundingBox())?.y ?? 0)
      .toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  test('opens a book’s offer as a new document', async ({ page }) => {
    await page.goto('/');
    await markDocument(page);
    await main(page)
      .getByRole('link', { name: /Volume\s1/ })
      .first()
      .click();
    await expect(page).toHaveURL('/isa-books/1');
    await expect(heading(page)).toBeVisible();
    expect(await isSameDocument(page)).toBe(false);
  });

  for (const saving of ['motion', 'data'] as const) {
    test(`fetches the film only after a click where the visitor saves ${saving}`, async ({ page }) => {
      if (saving === 'motion') await page.emulateMedia({ reducedMotion: 'reduce' });
      else await saveData(page);
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (/\/media\/promo[^/]*\.mp4$/.test(request.url())) fetched.push(request.url());
      });
      await page.goto('/');
      const play = main(page).getByRole('button', { name: /Play the film/ });
      await play.scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      expect(fetched).toEqual([]);
      await play.click();
      await expect.poll(() => filmTime(page)).toBeGreaterThan(0);
      expect(
        await page.locator('video').evaluate((player: HTMLVideoElement) => player.textTracks[0]?.mode),
      ).toBe('showing');
    });
  }

  test('plays the film in view, muted and in full HD, until the visitor pauses it', async ({ page }) => {
    await page.goto('/');
    await page.locator('video').scrollIntoViewIfNeeded();
    await expect.poll(() => filmTime(page)).toBeGreaterThan(0);
    const film = await page
      .locator('video')
      .evaluate((player: HTMLVideoElement) => ({ height: player.videoHeight, muted: player.muted }));
    expect(film).toEqual({ height: 1080, muted: true });
    const pause = main(page).getByRole('button', { name: /Pause the film/ });
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('button', { name: /Play the film/ })).toBeFocused();
    const stopped = await filmTime(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('video').scrollIntoViewIfNeeded();
    expect(await filmTime(page)).toBe(stopped);
  });
});

test.describe('the team slider', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [width, count] of [
    [575, 1],
    [768, 2],
    [1199, 2],
    [1200, 3],
  ] as const) {
    test(`shows ${count} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openTeam(page);
      await expect.poll(() => membersInView(page).then(({ length }) => length)).toBe(count);
    });
  }

  test('is usable by keyboard and announces the visible members', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await openTeam(page);
    const slider = team(page);
    await slider.getByRole('button', { name: 'Next team member' }).focus();
    await page.keyboard.press('Enter');
    await expect(slider.getByRole('status')).toHaveText(
      'Showing Mobile surveillance, Foot surveillance: 2 to 3 of 5.',
    );
    await expect.poll(() => membersInView(page)).toEqual(['Mobile surveillance', 'Foot surveillance']);
    await page.keyboard.press('Tab');
    await expect(slider.getByRole('group', { name: 'Team members' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => membersInView(page)).toEqual(['The Colonel', 'Mobile surveillance']);
    await page.keyboard.press('Tab');
    await expect(slider.getByRole('button', { name: /^Show The Colonel/ })).toBeFocused();
    for (let thumb = 0; thumb < 4; thumb += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => membersInView(page))
      .toEqual(['Investigations and evidence', 'Protection and counter-surveillance']);
  });
});

test.describe('the contact form', () => {
  async function fill(page: Page) {
    const form = main(page).getByRole('form', { name: 'Send us a message' });
    await form.getByLabel('First name').fill('Ada');
    await form.getByLabel('Last name').fill('Marsh');
    await form.getByLabel('Email').fill('ada.marsh@example.test');
    await form.getByLabel('Department').selectOption('Customer Support');
    await form
      .getByRole('textbox', { name: 'Message' })
      .fill('When is the next run of the deepening course?');
    return form;
  }

  test('keeps the message when sending fails, and sends it at the second attempt', async ({ page }) => {
    await page.goto('/contact');
    await page.route('**/api/contact', (route) => route.abort('connectionrefused'));
    const form = await fill(page);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByRole('alert')).toContainText('don’t know whether your message has arrived');
    await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /next run of the deepening course/,
    );
    await page.unroute('**/api/contact');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(main(page).getByText('Your message has been sent.')).toBeVisible();
  });

  test('shows the specified messages and focuses the first invalid field', async ({ page }) => {
    await page.goto('/contact');
    // Before, the browser shows its own messages.
    await waitUntilHydrated(page);
    const form = main(page).getByRole('form', { name: 'Send us a message' });
    await form.getByRole('button', { name: 'Send message' }).click();
    for (const text of [
      'Please enter your first name.',
      'Please enter your last name.',
      'Please provide a valid email address.',
      'Please select a department.',
      'Please enter your messsage.',
    ]) {
      await expect(form.getByText(text)).toBeVisible();
    }
    await expect(form.getByLabel('First name')).toBeFocused();
    await fill(page);
    await expect(form.getByText('Looks good!')).toHaveCount(5);
  });

  test('contains the title of the course that linked to it', async ({ page }) => {
    await page.goto('/isa-investigations-course-1');
    await main(page)
      .getByRole('region', { name: 'Book this course' })
      .getByRole('link', { name: 'Apply for this course' })
      .click();
    await expect(page).toHaveURL('/contact#form');
    await expect(main(page).getByRole('textbox', { name: 'Message' })).toHaveValue(
      'About: Management of Investigations\nPreferred dates: \nNumber of people: \n\n',
    );
  });
});

test('a blog post is read to its end, and opens on the professional network in a new tab', async ({
  page,
  context,
}) => {
  await context.route('https://www.linkedin.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  await page.goto('/isa-blog');
  await main(page)
    .getByRole('link', { name: /^Read here: .*the debrief that people do not fear/i })
    .click();
  await expect(page).toHaveURL(/\/isa-blog\/\d+$/);
  await expect(main(page).getByText(/that is when they begin to improve\.$/)).toBeVisible();
  const address = page.url();
  const opened = context.waitForEvent('page');
  await main(page)
    .getByRole('link', { name: /^This post on/ })
    .click();
  await expect(await opened).toHaveTitle('Elsewhere');
  await expect(page).toHaveURL(address);
  await main(page)
    .getByRole('link', { name: /^Previous post/ })
    .click();
  await expect(page).not.toHaveURL(address);
});

test('a link of the home page leads to a section of the terms, below the sticky header', async ({ page }) => {
  await page.goto('/');
  await main(page).getByRole('link', { name: 'Periodic updates' }).click();
  await expect(page).toHaveURL('/terms-and-conditions#updates');
  await expect(main(page).getByRole('heading', { name: /Periodic updates/ })).toBeInViewport();
});
