import { Button } from '@mantine/core'
import type { AnswerOf, api } from '@millrace/contract'
import { DateTime } from '../dates/dates.tsx'
import { type AccessColumn, AccessTable } from './access-table.tsx'

export type Token = AnswerOf<typeof api.account.tokens>[number]

interface Props {
  readonly label: string
  readonly tokens: readonly Token[]
  readonly texts: {
    readonly name: string
    readonly expires: string
    readonly lastUsed: string
    readonly notUsed: string
    readonly remove: string
    readonly removeOf: (named: { readonly name: string }) => string
  }
  /** Behind its name. */
  readonly more?: readonly AccessColumn<Token>[]
  readonly onRemove: (token: Token) => void
}

/** The API tokens of a user. */
export function TokenTable({ label, tokens, texts, more = [], onRemove }: Props) {
  return (
    <AccessTable
      label={label}
      rows={tokens}
      columns={[
        { head: texts.name, cell: ({ name }) => name },
        ...more,
        { head: texts.expires, cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
        {
          head: texts.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.notUsed : <DateTime at={lastUsedAt} />),
        },
      ]}
      end={(token) => (
        <Button size="xs" data-danger aria-label={texts.removeOf(token)} onClick={() => onRemove(token)}>
          {texts.remove}
        </Button>
      )}
    />
  )
}
