import { OutgoingFailure } from '../../outgoing-failure.ts'
import type { DatabasePlace } from '../driver.ts'

/** Returns whether a text is the name of a service of an Oracle database, such as `ORCLPDB1` or `sales.example.org`. */
export function isServiceName(text: string): boolean {
  return /^[A-Za-z0-9][\w$#.-]*$/.test(text)
}

/**
 * Returns the text by which the driver finds a database. Its values cannot contain brackets, so they add no address and
 * no option.
 *
 * @throws OutgoingFailure for a service or host with other characters.
 */
export function writeDescriptor({ host, port, database, tls }: DatabasePlace): string {
  if (!isServiceName(database))
    throw new OutgoingFailure(
      `Expected the name of a service, such as ORCLPDB1, but “${database}” has other characters.`,
      { isFinal: true },
    )
  if (!/^[\w.:-]+$/.test(host))
    throw new OutgoingFailure(`Expected the name or address of a host, but “${host}” has other characters.`, {
      isFinal: true,
    })
  const protocol = tls === 'off' ? 'TCP' : 'TCPS'
  return `(DESCRIPTION=(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))(CONNECT_DATA=(SERVICE_NAME=${database})))`
}
