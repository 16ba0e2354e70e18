import { millisecondsOf } from "../../ir/index.js";
import type { StringName } from "./type.js";

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;
const wholeDuration = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/;
const email =
  /^[^\s@"(),:;<>[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the format that a string type asserts. */
export function hasFormat(text: string, name: StringName): boolean {
  switch (name) {
    case "string":
    case "text":
      return true;
    case "date":
      return isDate(text);
    case "datetime": {
      const [day = "", moment = "", more] = text.split(/[Tt]/);
      return more === undefined && isDate(day) && isTime(moment);
    }
    case "duration":
      return wholeDuration.test(text) || millisecondsOf(text) !== undefined;
    case "uri":
      return uri.test(text);
    case "email":
      return email.test(text);
    case "uuid":
      return uuid.test(text);
  }
}

function isDate(text: string): boolean {
  const match = date.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  return (
    month !== undefined &&
    month >= 1 &&
    month <= 12 &&
    (day ?? 0) >= 1 &&
    (day ?? 0) <= daysIn(year ?? 0, month)
  );
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) return false;
  const [hours = 0, minutes = 0, seconds = 0, offsetHours = 0, offsetMinutes = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return hours <= 23 && minutes <= 59 && seconds <= 60 && offsetHours <= 23 && offsetMinutes <= 59;
}
