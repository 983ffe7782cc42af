import { limits, patterns } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** The names of a workplace: its reference in addresses and commands, and its name on pages. */
export interface WorkplaceNames {
  readonly reference: string
  readonly name: string
}

/** Checks the names of a new workplace. Returns null if they are valid, otherwise a refusal. */
export function refuseNames({ reference, name }: WorkplaceNames): Refusal | null {
  if (reference.length > limits.name || !patterns.nameWithoutSpaces.regex.test(reference))
    return refuse(
      'request.invalid',
      `Expected a reference of at most ${limits.name} letters, digits, hyphens and underscores, but it is “${reference}”.`,
    )
  if (name.length > limits.organisation || !oneLine.test(name))
    return refuse(
      'request.invalid',
      `Expected a name of the workplace “${reference}” with 1 to ${limits.organisation} characters in one line, but it has ${name.length} characters or a line break.`,
    )
  return null
}

const oneLine = /^[^\p{Cc}]+$/u
