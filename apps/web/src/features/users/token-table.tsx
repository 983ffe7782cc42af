import { Button, Table } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useLast } from '../../lib/use-last.ts'
import classes from './users.module.css'

interface AskedToken {
  readonly id: string
  readonly name: string
}

/** The API tokens of a user. */
export function TokenTable({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const tokens = useQuery(callQuery(api.userAccounts.tokens, { params: { id: userId } }))
  const [asked, setAsked] = useState<AskedToken | null>(null)
  const { data } = tokens
  return (
    <div className={classes.part}>
      <h3>{t('users.tokens')}</h3>
      <QueryFailure query={tokens} title={t('users.accessFailed')} />
      {data?.length === 0 ? <p className={classes.note}>{t('users.noTokens')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <ScrollRegion label={t('users.tokens')} className={classes.scroll}>
          <PlainTable className={classes.table} aria-label={t('users.tokens')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('users.name')}</Table.Th>
                <Table.Th>{t('users.expires')}</Table.Th>
                <Table.Th>{t('users.lastUsed')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ id, name, expiresAt, lastUsedAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    <DateTime at={expiresAt} />
                  </Table.Td>
                  <Table.Td>{lastUsedAt === null ? t('users.never') : <DateTime at={lastUsedAt} />}</Table.Td>
                  <Table.Td className={classes.last}>
                    <Button
                      size="xs"
                      data-danger
                      aria-label={t('users.revokeToken', { name })}
                      onClick={() => setAsked({ id, name })}
                    >
                      {t('users.revoke')}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      <RevokeDialog userId={userId} token={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

interface RevokeProps {
  readonly userId: string
  readonly token: AskedToken | null
  readonly onClose: () => void
}

function RevokeDialog({ userId, token, onClose }: RevokeProps) {
  const { t } = useTranslation()
  const name = useLast(token)?.name ?? ''
  const revoke = useMutation({
    mutationFn: (partId: string) => call(api.userAccounts.revokeToken, { params: { id: userId, partId } }),
    onSuccess: () => showToast({ kind: 'success', title: t('users.revoked'), text: name }),
  })
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title={t('users.revokeTitle', { name })}
      action={t('users.revokeAction')}
      keep={t('users.revokeKeep')}
      isDangerous
      isPending={revoke.isPending}
      error={revoke.isError ? <ErrorBanner title={t('users.revokeFailed')} error={revoke.error} /> : null}
      onConfirm={() => token && revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
    >
      {t('users.revokeText')}
    </ConfirmDialog>
  )
}
