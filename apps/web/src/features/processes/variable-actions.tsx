import IconHistory from 'icon:history'
import IconPencil from 'icon:pencil'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import { ActionIcon, Button } from '@mantine/core'
import { api, type InstanceVariable } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './instance-data.module.css'

export function AddVariable({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.filter}>
      <Button size="xs" leftSection={<IconPlus size={15} stroke={1.6} />} onClick={onClick}>
        {t('instance.addVariable')}
      </Button>
    </div>
  )
}

interface ActionsProps {
  readonly variable: InstanceVariable
  /** Whether it can be written and deleted. */
  readonly isEditable: boolean
  readonly onEdit: (variable: InstanceVariable) => void
  readonly onRemove: (variable: InstanceVariable) => void
  readonly onHistory: (variable: InstanceVariable) => void
}

export function VariableActions({ variable, isEditable, onEdit, onRemove, onHistory }: ActionsProps) {
  const { t } = useTranslation()
  const { name } = variable
  return (
    <span className={classes.rowActions}>
      <ActionIcon size={24} aria-label={t('operatedInstance.history', { name })} onClick={() => onHistory(variable)}>
        <IconHistory size={14} stroke={1.6} />
      </ActionIcon>
      {isEditable ? (
        <>
          <ActionIcon size={24} aria-label={t('instance.editVariable', { name })} onClick={() => onEdit(variable)}>
            <IconPencil size={14} stroke={1.6} />
          </ActionIcon>
          <ActionIcon size={24} aria-label={t('instance.removeVariable', { name })} onClick={() => onRemove(variable)}>
            <IconTrash size={14} stroke={1.6} />
          </ActionIcon>
        </>
      ) : null}
    </span>
  )
}

interface RemoveProps {
  readonly instanceId: string
  readonly variable: InstanceVariable | null
  readonly onClose: () => void
}

/** Asks before a variable is deleted. */
export function RemoveVariable({ instanceId, variable, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const name = variable?.name ?? ''
  const remove = useMutation({
    mutationFn: (variableId: string) => call(api.processes.removeVariable, { params: { id: instanceId, variableId } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('instance.variableRemoved', { name }), about: instanceId })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen={variable !== null}
      title={t('instance.removeVariableTitle', { name })}
      action={t('instance.removeVariableAction')}
      isDangerous
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('instance.variableRemoveFailed')} error={remove.error} /> : null}
      onConfirm={() => variable !== null && remove.mutate(variable.id)}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {t('instance.removeVariableText')}
    </ConfirmDialog>
  )
}
