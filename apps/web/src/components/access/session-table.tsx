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
  readonly texts: {
    readonly device: string
    readonly unknownDevice: string
    readonly address: string
    /** The start of the session; missing: not shown. */
    readonly started?: string
    /** The kind of sign-in; missing: not shown. */
    readonly method?: string
    readonly methodOf?: (method: SignInMethod) => string
    readonly lastSeen: string
    /** The text that replaces the button for the current session. */
    readonly current: string
    readonly end: string
    readonly endOf: (named: { readonly device: string; readonly time: string }) => string
  }
  readonly isEnding: boolean
  readonly onEnd: (id: string) => void
}

/** A table of the browsers in which a user is signed in. */
export function SessionTable({ label, sessions, texts, isEnding, onEnd }: Props) {
  const { started, method: head, methodOf } = texts
  const rows = sessions.map((session) => ({
    ...session,
    device: presentDevice(session.userAgent) ?? texts.unknownDevice,
  }))
  return (
    <AccessTable
      label={label}
      rows={rows}
      columns={[
        { head: texts.device, cell: ({ device }) => device },
        { head: texts.address, cell: ({ address }) => address },
        ...(started === undefined
          ? []
          : [{ head: started, cell: ({ createdAt }: { createdAt: string }) => <DateTime at={createdAt} /> }]),
        ...(head === undefined || methodOf === undefined
          ? []
          : [{ head, cell: ({ method }: { method: SignInMethod }) => methodOf(method) }]),
        { head: texts.lastSeen, cell: ({ lastSeenAt }) => <Age since={lastSeenAt} ago /> },
      ]}
      end={({ id, device, lastSeenAt, isCurrent }) =>
        isCurrent ? (
          <span className={classes.note}>{texts.current}</span>
        ) : (
          <Button
            size="xs"
            disabled={isEnding}
            aria-label={texts.endOf({ device, time: presentDateTime(lastSeenAt) })}
            onClick={() => onEnd(id)}
          >
            {texts.end}
          </Button>
        )
      }
    />
  )
}
