import { Button, FileInput, Modal, TextInput } from '@mantine/core'
import { api, fileVariablePatterns, type InstanceVariable, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { presentSize } from '../../lib/present-size.ts'
import classes from './instance-data.module.css'
import { ScopeSelect } from './scope-select.tsx'

interface Props {
  readonly instanceId: string
  /** The variable whose file is replaced; null: nothing is uploaded. */
  readonly variable: InstanceVariable | 'new' | null
  readonly onClose: () => void
}

/** Uploads a file as a variable of an instance, or replaces the file of a variable. */
export default function FileVariableDialog({ variable, ...props }: Props) {
  const { t } = useTranslation()
  const title =
    variable === null || variable === 'new'
      ? t('operatedInstance.uploadTitle')
      : t('operatedInstance.replaceTitle', { name: variable.name })
  return (
    <Modal opened={variable !== null} onClose={props.onClose} title={title} size={560}>
      {variable === null ? null : <FileForm {...props} known={variable === 'new' ? null : variable} />}
    </Modal>
  )
}

interface FormProps extends Omit<Props, 'variable'> {
  readonly known: InstanceVariable | null
}

function FileForm({ instanceId, known, onClose }: FormProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState(known?.name ?? '')
  const [scopeId, setScopeId] = useState(known?.scope.elementId == null ? '' : known.scope.id)
  const [mimeType, setMimeType] = useState('')
  const [encoding, setEncoding] = useState('')
  const [isTried, setTried] = useState(false)
  const size = presentSize(limits.file)
  const faults = {
    file:
      file === null
        ? t('operatedInstance.fileEmpty')
        : file.size > limits.file
          ? t('operatedInstance.fileTooLarge', { size })
          : undefined,
    name: name === '' ? t('instance.enterVariableName') : undefined,
    mimeType: isValid('mimeType', mimeType) ? undefined : t('operatedInstance.mimeTypeWrong'),
    encoding: isValid('encoding', encoding) ? undefined : t('operatedInstance.encodingWrong'),
  }
  const faultOf = (field: keyof typeof faults) => (isTried ? faults[field] : undefined)
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      for (const [field, value] of Object.entries({ name, scopeId, mimeType, encoding })) body.append(field, value)
      body.append('file', chosen)
      return call(api.processes.setFileVariable, { params: { id: instanceId }, body })
    },
    onSuccess: (_, chosen) => {
      showToast({
        kind: 'success',
        title: t('operatedInstance.uploadDone', { name, file: chosen.name }),
        about: instanceId,
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (file !== null && Object.values(faults).every((fault) => fault === undefined)) upload.mutate(file)
  }
  const replaced = known?.file ?? null
  return (
    <form className={classes.options} onSubmit={submit} noValidate>
      {upload.isError ? (
        <ErrorBanner
          title={t('operatedInstance.uploadFailed')}
          error={upload.error}
          comfort={t('instance.variableStays')}
        />
      ) : null}
      <FileInput
        label={t('operatedInstance.file')}
        placeholder={t('operatedInstance.chooseFile')}
        description={t('operatedInstance.fileHelp', { size })}
        required
        clearable
        clearButtonProps={{ 'aria-label': t('operatedInstance.fileRemove') }}
        data-autofocus
        value={file}
        error={faultOf('file')}
        onChange={(chosen) => {
          setFile(chosen)
          setMimeType(chosen?.type ?? '')
        }}
      />
      {known === null ? (
        <>
          <TextInput
            label={t('instance.variableName')}
            required
            maxLength={255}
            value={name}
            error={faultOf('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ScopeSelect instanceId={instanceId} value={scopeId} onChange={setScopeId} />
        </>
      ) : null}
      <TextInput
        label={t('operatedInstance.mimeType')}
        description={t('operatedInstance.mimeTypeHelp')}
        maxLength={200}
        value={mimeType}
        error={faultOf('mimeType')}
        onChange={(event) => setMimeType(event.currentTarget.value)}
      />
      <TextInput
        label={t('operatedInstance.encoding')}
        description={t('operatedInstance.encodingHelp')}
        maxLength={40}
        value={encoding}
        error={faultOf('encoding')}
        onChange={(event) => setEncoding(event.currentTarget.value)}
      />
      {replaced !== null ? (
        <p className={classes.quiet}>
          {t('operatedInstance.uploadReplaces', { file: replaced.name, size: presentSize(replaced.size) })}
        </p>
      ) : name === '' ? null : (
        <p className={classes.quiet}>{t('operatedInstance.uploadNew', { name })}</p>
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={upload.isPending}>
          {t('operatedInstance.uploadAction')}
        </Button>
      </div>
    </form>
  )
}

/** Whether the server accepts the value of a field. */
function isValid(field: 'mimeType' | 'encoding', value: string): boolean {
  return fileVariablePatterns[field].test(value.trim())
}
