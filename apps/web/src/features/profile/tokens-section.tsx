import IconKey from 'icon:key'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoveTokenDialog } from '../../components/access/remove-token-dialog.tsx'
import { type Token, TokenTable } from '../../components/access/token-table.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { Section } from '../../components/section/section.tsx'
import { call } from '../../lib/api/call.ts'
import { tokensQuery } from './account-queries.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import classes from './profile.module.css'

/** The section with the API tokens of the user. */
export function TokensSection() {
  const { t } = useTranslation()
  const tokens = useQuery(tokensQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [removed, setRemoved] = useState<Token | null>(null)
  const create = <Button onClick={() => setIsCreating(true)}>{t('profile.createToken')}</Button>
  return (
    <Section title={t('profile.tokens')} hint={t('profile.tokensHint')}>
      <QueryFailure query={tokens} title={t('profile.tokensFailed')} />
      {tokens.data === undefined ? (
        tokens.isError ? null : (
          <SkeletonRows count={2} height={34} />
        )
      ) : tokens.data.length === 0 ? (
        <EmptyState
          icon={IconKey}
          headingLevel={3}
          title={t('profile.noTokens')}
          text={t('profile.noTokensText')}
          actions={create}
        />
      ) : (
        <>
          <TokenTable
            label={t('profile.tokens')}
            tokens={tokens.data}
            texts={{
              name: t('profile.tokenName'),
              expires: t('profile.expires'),
              lastUsed: t('profile.lastUsed'),
              notUsed: t('profile.notUsed'),
              remove: t('profile.remove'),
              removeOf: ({ name }) => t('profile.removeToken', { name }),
            }}
            more={[
              { head: t('profile.tokenMay'), isWide: true, cell: (token) => <TokenReach token={token} /> },
              { head: t('profile.created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
            ]}
            onRemove={setRemoved}
          />
          <div>{create}</div>
        </>
      )}
      <CreateTokenDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <RemoveTokenDialog
        token={removed}
        texts={{
          title: (named) => t('profile.removeTokenTitle', named),
          text: t('profile.removeTokenText'),
          action: t('profile.removeTokenAction'),
          keep: t('profile.keepToken'),
          failed: t('profile.removeFailed'),
          done: () => ({ title: t('profile.tokenRemoved') }),
        }}
        remove={(id) => call(api.account.removeToken, { params: { id } })}
        onClose={() => setRemoved(null)}
      />
    </Section>
  )
}

/** The scopes, processes and topics of an API token. */
function TokenReach({ token: { scopes, processKeys, topics } }: { token: Token }) {
  const { t } = useTranslation()
  return (
    <>
      {scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}
      {processKeys === null ? null : (
        <div className={classes.note}>{t('profile.tokenOnlyProcesses', { names: processKeys.join(', ') })}</div>
      )}
      {topics === null ? null : (
        <div className={classes.note}>{t('profile.tokenOnlyTopics', { names: topics.join(', ') })}</div>
      )}
    </>
  )
}
