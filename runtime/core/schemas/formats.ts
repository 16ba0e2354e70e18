/** The formats of JSON Schema; all of them are asserted (`[L-10]`). One that is not known says nothing. */

type Format = (text: string) => boolean;

/** Whether a text is of a format, or `undefined` for a format that is not known. */
export function formatOf(name: string): Format | undefined {
  return formats.get(name);
}

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;
const duration =
  /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const atoms = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const reference = /^(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;
const pointerText = /^(?:\/(?:[^~/]|~[01])*)*$/;
const relativePointer = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;

function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const sign = match[4] === "-" ? -1 : 1;
  const hours = Number(match[5] ?? 0);
  const minutes = Number(match[6] ?? 0);
  if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59) return false;
  // A leap second is the last of a day of UTC.
  const inUtc = (hour * 60 + minute - sign * (hours * 60 + minutes) + 2880) % 1440;
  return second < 60 || inUtc === 1439;
}

function isDateTime(text: string): boolean {
  return /[Tt ]/.test(text[10] ?? "") && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return at > 0 && atoms.test(text.slice(0, at)) && domain.includes(".") && isHostname(domain);
}

function isReference(text: string): boolean {
  if (!reference.test(text) || text.indexOf("#") !== text.lastIndexOf("#")) return false;
  // Brackets are for the addresses of hosts.
  const authority = /^(?:[^:/?#]+:)?\/\/([^/?#]*)/.exec(text)?.[1] ?? "";
  const brackets = text.replace(authority, "");
  if (/[[\]]/.test(brackets)) return false;
  const host = /^(?:[^@]*@)?(\[[^\]]*\]|[^:[\]]*)(?::\d*)?$/.exec(authority);
  return host !== null && (host[1]?.startsWith("[") !== true || isIpv6(host[1].slice(1, -1)));
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  let size = 0;
  for (const [index, half] of groups.entries()) {
    for (const [place, group] of half.entries()) {
      const isLast = index === groups.length - 1 && place === half.length - 1;
      if (isLast && group.includes(".")) {
        if (!isIpv4(group)) return false;
        size += 2;
      } else if (/^[0-9a-f]{1,4}$/i.test(group)) size += 1;
      else return false;
    }
  }
  return halves.length === 2 ? size < 8 : size === 8;
}

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["date", isDate],
  ["time", isTime],
  ["date-time", isDateTime],
  ["duration", (text) => duration.test(text)],
  ["uuid", (text) => uuid.test(text)],
  ["email", isEmail],
  ["hostname", isHostname],
  ["uri", (text) => scheme.test(text) && isReference(text)],
  ["uri-reference", isReference],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["json-pointer", (text) => pointerText.test(text)],
  ["relative-json-pointer", (text) => relativePointer.test(text)],
]);
