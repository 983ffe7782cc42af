import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoveTokenDialog } from '../../components/access/remove-token-dialog.tsx'
import { type Token, TokenTable } from '../../components/access/token-table.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { call } from '../../lib/api/call.ts'
import { tokensQuery } from './user-query.ts'
import classes from './users.module.css'

/** The API tokens of a user. */
export function UserTokens({ userId: id }: { userId: string }) {
  const { t } = useTranslation()
  const tokens = useQuery(tokensQuery(id))
  const [asked, setAsked] = useState<Token | null>(null)
  const { data } = tokens
  return (
    <div className={classes.part}>
      <h3>{t('users.tokens')}</h3>
      <QueryFailure query={tokens} title={t('users.accessFailed')} />
      {data?.length === 0 ? <p className={classes.note}>{t('users.noTokens')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <TokenTable
          label={t('users.tokens')}
          tokens={data}
          texts={{
            name: t('users.name'),
            expires: t('users.expires'),
            lastUsed: t('users.lastUsed'),
            notUsed: t('users.never'),
            remove: t('users.revoke'),
            removeOf: ({ name }) => t('users.revokeToken', { name }),
          }}
          onRemove={setAsked}
        />
      )}
      <RemoveTokenDialog
        token={asked}
        texts={{
          title: (named) => t('users.revokeTitle', named),
          text: t('users.revokeText'),
          action: t('users.revokeAction'),
          keep: t('users.revokeKeep'),
          failed: t('users.revokeFailed'),
          done: ({ name }) => ({ title: t('users.revoked'), text: name }),
        }}
        remove={(partId) => call(api.userAccounts.revokeToken, { params: { id, partId } })}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}
