const DAY_MS = 24 * 60 * 60 * 1000;

/** The day that is so many working days after another one. @param day as `2026-11-25` */
export function addWorkingDays(day: string, count: number): string {
  let date = Date.parse(day);
  for (let left = count; left > 0;) {
    date += DAY_MS;
    if (isWorkingDay(new Date(date))) left -= 1;
  }
  return isoDay(new Date(date));
}

export function isWorkingDay(date: Date): boolean {
  const weekday = date.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !bankHolidays(date.getUTCFullYear()).has(isoDay(date));
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/**
 * The bank holidays of England and Wales in a year (Banking and Financial Dealings Act 1971, with the proclaimed ones).
 * One that falls on a weekend moves to the next working day.
 */
function bankHolidays(year: number): ReadonlySet<string> {
  const easter = easterSunday(year);
  const monday = (month: number, day: number) => {
    const date = new Date(Date.UTC(year, month, day));
    return new Date(date.getTime() + ((8 - date.getUTCDay()) % 7) * DAY_MS);
  };
  const days = [
    new Date(easter - 2 * DAY_MS),
    new Date(easter + DAY_MS),
    // The first Monday in May, and the last ones in May and August.
    ...[monday(4, 1), monday(4, 25), monday(7, 25)],
  ];
  // Christmas is moved before Boxing Day, so that both have days of their own.
  for (const fixed of [Date.UTC(year, 0, 1), Date.UTC(year, 11, 25), Date.UTC(year, 11, 26)]) {
    let date = fixed;
    const isTaken = () => days.some((day) => day.getTime() === date);
    while ([0, 6].includes(new Date(date).getUTCDay()) || isTaken()) date += DAY_MS;
    days.push(new Date(date));
  }
  return new Set(days.map(isoDay));
}

/** Easter Sunday by the Gregorian calendar, as a time (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const day = moon + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
}
