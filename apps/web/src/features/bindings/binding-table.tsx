import '@fontsource-variable/jetbrains-mono/wght.css'
import { Button, Table } from '@mantine/core'
import { api, type Binding } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useLast } from '../../lib/use-last.ts'
import classes from './bindings.module.css'

export function BindingTable({ bindings, onEdit }: { bindings: readonly Binding[]; onEdit: (name: string) => void }) {
  const { t } = useTranslation()
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <ScrollRegion label={t('pages.bindings')} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={t('pages.bindings')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('bindings.name')}</Table.Th>
            <Table.Th scope="col">{t('bindings.boundTo')}</Table.Th>
            <Table.Th scope="col">{t('bindings.changed')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bindings.map((binding) => (
            <Table.Tr key={binding.name}>
              <Table.Td className={`mono ${classes.name}`}>{binding.name}</Table.Td>
              <Table.Td>
                <span className={classes.kind}>{t(`bindings.${binding.boundTo.kind}`)}</span>{' '}
                <span className={`mono ${classes.text}`} title={textOf(binding)}>
                  {textOf(binding)}
                </span>
              </Table.Td>
              <Table.Td>
                <DateTime at={binding.changedAt} /> <span className={classes.by}>{binding.changedBy?.displayName}</span>
              </Table.Td>
              <Table.Td>
                <div className={classes.actions}>
                  <Button
                    size="xs"
                    aria-label={t('bindings.editNamed', { name: binding.name })}
                    onClick={() => onEdit(binding.name)}
                  >
                    {t('bindings.edit')}
                  </Button>
                  <Button
                    size="xs"
                    data-danger
                    aria-label={t('bindings.removeNamed', { name: binding.name })}
                    onClick={() => setRemoved(binding.name)}
                  >
                    {t('bindings.remove')}
                  </Button>
                </div>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
      <RemoveDialog name={removed} onClose={() => setRemoved(null)} />
    </ScrollRegion>
  )
}

function textOf({ boundTo }: Binding): string {
  return boundTo.kind === 'external' ? boundTo.topic : boundTo.text
}

function RemoveDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const shown = useLast(name) ?? ''
  const remove = useMutation({
    mutationFn: (one: string) => call(api.bindings.delete, { params: { name: one } }),
    onSuccess: () => showToast({ kind: 'success', title: t('bindings.removed') }),
  })
  return (
    <ConfirmDialog
      isOpen={name !== null}
      title={t('bindings.removeTitle', { name: shown })}
      action={t('bindings.removeAction')}
      isDangerous
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('bindings.removeFailed')} error={remove.error} /> : null}
      onConfirm={() => name !== null && remove.mutate(name, { onSuccess: onClose })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {t('bindings.removeText')}
    </ConfirmDialog>
  )
}
