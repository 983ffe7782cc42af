import { Radio } from '@mantine/core'
import { api, type HierarchyNode } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { call } from '../../../lib/api/call.ts'
import { nameOf } from './tree-rows.ts'

interface Props {
  /** The id of the hierarchy. */
  readonly id: string
  readonly node: HierarchyNode
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** The dialog that confirms the deletion of a position, and asks what happens to the positions below it. */
export function RemoveDialog({ id, node, onClose, onRemoved }: Props) {
  const { t } = useTranslation()
  const [children, setChildren] = useState<'move-up' | 'remove'>('move-up')
  const remove = useMutation({
    mutationFn: () => call(api.hierarchies.removeNode, { params: { id, nodeId: node.id }, query: { children } }),
    onSuccess: onRemoved,
  })
  const { below } = node
  return (
    <ConfirmDialog
      isOpen
      title={t('positions.removeQuestion', { name: nameOf(node, t) })}
      action={
        children === 'remove' && below > 0
          ? t('positions.removeBranch', { count: below + 1 })
          : t('positions.removeAction')
      }
      isDangerous
      isPending={remove.isPending}
      error={remove.error === null ? null : <ErrorBanner title={t('positions.removeFailed')} error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {below === 0 ? (
        t('positions.removeText')
      ) : (
        <Radio.Group
          label={t('positions.childrenQuestion', { count: below })}
          value={children}
          onChange={(next) => setChildren(next as 'move-up' | 'remove')}
        >
          <Radio mt={8} value="move-up" label={t('positions.childrenUp')} />
          <Radio mt={8} value="remove" label={t('positions.childrenToo', { count: below })} />
        </Radio.Group>
      )}
    </ConfirmDialog>
  )
}
