import IconHistory from 'icon:history'
import IconPencil from 'icon:pencil'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import IconUpload from 'icon:upload'
import { ActionIcon, Button } from '@mantine/core'
import { api, type InstanceVariable } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { DownloadButton } from './download-button.tsx'
import classes from './instance-data.module.css'

interface AddProps {
  readonly onAdd: () => void
  readonly onUpload: () => void
}

/** Buttons that add a variable, or a file as a variable. */
export function AddVariable({ onAdd, onUpload }: AddProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.filter}>
      <Button size="xs" leftSection={<IconPlus size={15} stroke={1.6} />} onClick={onAdd}>
        {t('instance.addVariable')}
      </Button>
      <Button size="xs" leftSection={<IconUpload size={15} stroke={1.6} />} onClick={onUpload}>
        {t('operatedInstance.uploadFile')}
      </Button>
    </div>
  )
}

interface ActionsProps {
  readonly instanceId: string
  readonly variable: InstanceVariable
  /** Whether it can be written and deleted. */
  readonly isEditable: boolean
  readonly onEdit: (variable: InstanceVariable) => void
  /** Replaces a file. */
  readonly onUpload: (variable: InstanceVariable) => void
  readonly onRemove: (variable: InstanceVariable) => void
  readonly onHistory: (variable: InstanceVariable) => void
}

export function VariableActions({
  instanceId,
  variable,
  isEditable,
  onEdit,
  onUpload,
  onRemove,
  onHistory,
}: ActionsProps) {
  const { t } = useTranslation()
  const { name, file } = variable
  return (
    <span className={classes.rowActions}>
      {file === null ? null : <DownloadFile instanceId={instanceId} variable={variable} />}
      <ActionIcon size={24} aria-label={t('operatedInstance.history', { name })} onClick={() => onHistory(variable)}>
        <IconHistory size={14} stroke={1.6} />
      </ActionIcon>
      {isEditable ? (
        <>
          {file === null ? null : (
            <ActionIcon
              size={24}
              aria-label={t('operatedInstance.replaceFile', { name })}
              onClick={() => onUpload(variable)}
            >
              <IconUpload size={14} stroke={1.6} />
            </ActionIcon>
          )}
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

function DownloadFile({ instanceId: id, variable: { id: variableId, name } }: FileProps) {
  const { t } = useTranslation()
  return (
    <DownloadButton
      label={t('operatedInstance.download', { name })}
      failed={t('operatedInstance.downloadFailed', { name })}
      load={() => call(api.processes.variableContent, { params: { id, variableId } })}
    />
  )
}

interface FileProps {
  readonly instanceId: string
  readonly variable: InstanceVariable
}

interface RemoveProps {
  readonly instanceId: string
  readonly variable: InstanceVariable | null
  readonly onClose: () => void
}

/** The dialog that confirms the deletion of a variable. */
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
