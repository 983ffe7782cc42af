import { RestRefusal } from '../http/rest-refusal.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Returns the refusal of a query whose parameters cannot be combined, or null. Parameters of `orQueries` always can. */
export type Contradiction = (parameters: Parameters) => RestRefusal | null

/** Camunda answers 500 to most of these; 400 says whose mistake it is. */
const refuse = (message: string, type: string) =>
  new RestRefusal(400, type, message, type === 'InvalidRequestException' ? null : 0)

/** Refuses two groups of parameters together. */
export function notBoth(
  left: readonly string[],
  right: readonly string[],
  type = 'BadUserRequestException',
): Contradiction {
  return (parameters) => {
    const [one, other] = [left, right].map((names) => names.find((name) => isSet(parameters[name])))
    if (one === undefined || other === undefined) return null
    return refuse(`Invalid query usage: cannot set both ${one} and ${other}`, type)
  }
}

/** Refuses more than one parameter of a group. */
export function onlyOneOf(names: readonly string[], what: string): Contradiction {
  return (parameters) =>
    names.filter((name) => isSet(parameters[name])).length < 2
      ? null
      : refuse(`Already querying for ${what} with another state`, 'BadUserRequestException')
}

/** Refuses a parameter that requires one of several others, when all of them are missing. */
export function onlyWith(name: string, others: readonly string[], type = 'BadUserRequestException'): Contradiction {
  return (parameters) =>
    !isSet(parameters[name]) || others.some((other) => isSet(parameters[other]))
      ? null
      : refuse(`Invalid query usage: ${name} needs one of ${others.join(', ')}`, type)
}

/** Returns whether a parameter limits a query: flags that are false do not. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && String(value).toLowerCase() !== 'false'
}
