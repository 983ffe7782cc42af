import { OutgoingFailure } from '../../outgoing-failure.ts'
import { changesSomething, type DatabasePlace, maxBytes } from '../driver.ts'
import type { OracleFault } from './messages.ts'

/** Returns whether a later try may succeed: locks, limits, changed packages, and a database that starts or stops. */
function isPassing(code: string): boolean {
  return passing.has(code) || isTimeout(code)
}

/** A call that Oracle ended on request, and the driver's code for it. */
function isTimeout(code: string): boolean {
  return code === 'ORA-01013' || code === 'NJS-123'
}

const passing: ReadonlySet<string> = new Set(
  '00018 00020 00051 00054 00060 00104 01033 01034 01090 01109 01219 01555 02049 02391 02399 04021 04061 04065 04068 08177 12516 12518 12519 12520 12526 12528 16456 30006'
    .split(' ')
    .map((number) => `ORA-${number}`),
)

/** Describes an error; null for an error on the way to the database. */
export function describeOracle(
  { from, code, message }: Omit<OracleFault, 'isStarted'>,
  { host, database, username }: DatabasePlace,
): OutgoingFailure | 'timeout' | null {
  const final = (text: string) => new OutgoingFailure(text, { isFinal: true, detail: { code } })
  switch (from) {
    case 'network':
      return null
    case 'redirect':
      return new OutgoingFailure(
        `Expected a database at ${host}, but its listener redirects to another address, and redirects are not followed. Enter the host and port of the listener of one instance.`,
        { isFinal: true },
      )
    case 'size':
      return new OutgoingFailure(`Expected an answer of at most ${maxBytes} bytes, but it is larger.`, {
        isFinal: true,
      })
    case 'type':
      return final(`Expected columns that have a text form, but ${code} has none.`)
    case 'listener':
      if (code === 'ORA-12514')
        return new OutgoingFailure(`Expected a service “${database}” at ${host}, but its listener has none.`)
      return new OutgoingFailure(
        `Expected the listener of ${host} to accept the connection, but it refuses${code === '' ? '' : ` (${code})`}.`,
      )
    case 'database':
      if (code === 'ORA-01017' || code === 'ORA-01005')
        return final(`Expected ${host} to accept “${username}”, but it rejects the user name or the password.`)
      if (code === 'ORA-01456') return changesSomething()
      if (isTimeout(code)) return 'timeout'
      return new OutgoingFailure(`Expected ${host} to carry out the statement, but it says: ${message}.`, {
        isFinal: !isPassing(code),
        detail: { code },
      })
    case 'driver':
      if (isTimeout(code)) return 'timeout'
      if (code === 'NJS-097' || code === 'NJS-098')
        return final("Expected each :name to be a parameter, but the driver finds others. Check texts such as q'[…]'.")
      if (code === 'NJS-138') return final(`Expected Oracle 12.1 or later at ${host}, but it is older.`)
      if (code === 'NJS-116')
        return final(
          `Expected a password of “${username}” in a form since Oracle 11, but ${host} has an older form. Set the password again there.`,
        )
      return /^NJS-(?!5)\d{3}$/.test(code)
        ? final(`Expected a statement that the driver of Oracle can carry out, but it cannot (${code}).`)
        : null
    default:
      return from satisfies never
  }
}
