import IconKey from 'icon:key'
import { Button, Table } from '@mantine/core'
import { type AnswerOf, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useLast } from '../../lib/use-last.ts'
import { tokensQuery } from './account-queries.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import classes from './profile.module.css'

type Token = AnswerOf<typeof api.account.tokens>[number]

/** Tokens for programs that work in the user's name. */
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
          <TokenTable tokens={tokens.data} onRemove={setRemoved} />
          <div>{create}</div>
        </>
      )}
      <CreateTokenDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <RemoveTokenDialog token={removed} onClose={() => setRemoved(null)} />
    </Section>
  )
}

function TokenTable({ tokens, onRemove }: { tokens: readonly Token[]; onRemove: (token: Token) => void }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion label={t('profile.tokens')} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={t('profile.tokens')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('profile.tokenName')}</Table.Th>
            <Table.Th>{t('profile.tokenMay')}</Table.Th>
            <Table.Th>{t('profile.created')}</Table.Th>
            <Table.Th>{t('profile.expires')}</Table.Th>
            <Table.Th>{t('profile.lastUsed')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td className={classes.first}>{token.name}</Table.Td>
              <Table.Td className={classes.may}>
                <TokenReach token={token} />
              </Table.Td>
              <Table.Td>
                <DateTime at={token.createdAt} />
              </Table.Td>
              <Table.Td>
                <DateTime at={token.expiresAt} />
              </Table.Td>
              <Table.Td>
                {token.lastUsedAt === null ? t('profile.notUsed') : <DateTime at={token.lastUsedAt} />}
              </Table.Td>
              <Table.Td className={classes.last}>
                <Button
                  size="xs"
                  data-danger
                  aria-label={t('profile.removeToken', { name: token.name })}
                  onClick={() => onRemove(token)}
                >
                  {t('profile.remove')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

/** What it is good for, and for what of it. */
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

function RemoveTokenDialog({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const { t } = useTranslation()
  const name = useLast(token)?.name ?? ''
  const remove = useMutation({
    mutationFn: (id: string) => call(api.account.removeToken, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('profile.tokenRemoved') }),
  })
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title={t('profile.removeTokenTitle', { name })}
      action={t('profile.removeTokenAction')}
      keep={t('profile.keepToken')}
      isDangerous
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('profile.removeFailed')} error={remove.error} /> : null}
      onConfirm={() => token && remove.mutate(token.id, { onSuccess: onClose })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {t('profile.removeTokenText')}
    </ConfirmDialog>
  )
}
