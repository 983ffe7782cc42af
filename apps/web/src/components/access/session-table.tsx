import { Button } from '@mantine/core'
import type { AnswerOf, api, SignInMethod } from '@millrace/contract'
import { presentDateTime } from '../../lib/dates.ts'
import { presentDevice } from '../../lib/present-device.ts'
import { Age, DateTime } from '../dates/dates.tsx'
import classes from './access.module.css'
import { AccessTable } from './access-table.tsx'

interface Props {
  readonly label: string
  readonly sessions: AnswerOf<typeof api.account.sessions>
  readonly words: {
    readonly device: string
    readonly unknownDevice: string
    readonly address: string
    /** Left out: when it began is not shown. */
    readonly begun?: string
    /** Left out: how its user signed in is not shown. */
    readonly method?: string
    readonly methodOf?: (method: SignInMethod) => string
    readonly lastSeen: string
    /** In place of what ends it. */
    readonly current: string
    readonly end: string
    readonly endOf: (named: { readonly device: string; readonly time: string }) => string
  }
  readonly isEnding: boolean
  readonly onEnd: (id: string) => void
}

/** A table of the browsers in which a user is signed in. */
export function SessionTable({ label, sessions, words, isEnding, onEnd }: Props) {
  const { begun, method: head, methodOf } = words
  const rows = sessions.map((session) => ({
    ...session,
    device: presentDevice(session.userAgent) ?? words.unknownDevice,
  }))
  return (
    <AccessTable
      label={label}
      rows={rows}
      columns={[
        { head: words.device, cell: ({ device }) => device },
        { head: words.address, cell: ({ address }) => address },
        ...(begun === undefined
          ? []
          : [{ head: begun, cell: ({ createdAt }: { createdAt: string }) => <DateTime at={createdAt} /> }]),
        ...(head === undefined || methodOf === undefined
          ? []
          : [{ head, cell: ({ method }: { method: SignInMethod }) => methodOf(method) }]),
        { head: words.lastSeen, cell: ({ lastSeenAt }) => <Age since={lastSeenAt} ago /> },
      ]}
      end={({ id, device, lastSeenAt, isCurrent }) =>
        isCurrent ? (
          <span className={classes.note}>{words.current}</span>
        ) : (
          <Button
            size="xs"
            disabled={isEnding}
            aria-label={words.endOf({ device, time: presentDateTime(lastSeenAt) })}
            onClick={() => onEnd(id)}
          >
            {words.end}
          </Button>
        )
      }
    />
  )
}
