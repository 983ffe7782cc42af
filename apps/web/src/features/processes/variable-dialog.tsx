import { Button, Modal, TextInput } from '@mantine/core'
import { api, type InstanceVariable, type WrittenType, writtenTypes } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './instance-data.module.css'
import { ScopeSelect } from './scope-select.tsx'
import { ValueFields } from './value-fields.tsx'

interface Props {
  readonly instanceId: string
  /** Null: nothing is edited. */
  readonly variable: InstanceVariable | 'new' | null
  readonly onClose: () => void
}

/** The dialog that adds a variable to an instance, or changes an existing one. */
export function VariableDialog({ instanceId, variable, onClose }: Props) {
  const { t } = useTranslation()
  const title =
    variable === null || variable === 'new'
      ? t('instance.addVariableTitle')
      : t('instance.editVariableTitle', { name: variable.name })
  return (
    <Modal opened={variable !== null} onClose={onClose} title={title} size={560}>
      {variable === null ? null : <WholeForm instanceId={instanceId} variable={variable} onClose={onClose} />}
    </Modal>
  )
}

/** Of a long value all is there before it is edited: the rest would be lost. */
function WholeForm({ instanceId, variable, onClose }: Props & { readonly variable: InstanceVariable | 'new' }) {
  const { t } = useTranslation()
  const isCut = variable !== 'new' && variable.isCut
  const variableId = variable === 'new' ? '' : variable.id
  const whole = useQuery({
    ...callQuery(api.processes.variable, { params: { id: instanceId, variableId } }),
    enabled: isCut,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!isCut) return <VariableForm instanceId={instanceId} variable={variable} onClose={onClose} />
  if (whole.isError)
    return <ErrorBanner title={t('instance.valueFailed')} error={whole.error} onRetry={() => void whole.refetch()} />
  if (whole.data === undefined) return <p>{t('instance.valueCut')}</p>
  return <VariableForm instanceId={instanceId} variable={{ ...variable, text: whole.data.text }} onClose={onClose} />
}

function VariableForm({ instanceId, variable, onClose }: Props & { readonly variable: InstanceVariable | 'new' }) {
  const { t } = useTranslation()
  const known = variable === 'new' ? null : variable
  const [name, setName] = useState(known?.name ?? '')
  const [type, setType] = useState<WrittenType>(() => writtenTypes.find((one) => one === known?.type) ?? 'String')
  const [text, setText] = useState(known?.text ?? '')
  const [scopeId, setScopeId] = useState(known?.scope.elementId == null ? '' : known.scope.id)
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(api.processes.setVariable, {
        params: { id: instanceId },
        body: { scopeId: scopeId || null, name, type, text: type === 'Null' ? null : text },
      }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('instance.variableSaved', { name }), about: instanceId })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name !== '') save.mutate()
  }
  const fault = describeFaultOf(save.error, 'text')
  return (
    <form className={classes.options} onSubmit={submit} noValidate>
      {save.isError && fault === undefined ? (
        <ErrorBanner
          title={t('instance.variableSaveFailed')}
          error={save.error}
          comfort={t('instance.variableStays')}
        />
      ) : null}
      {known === null ? (
        <>
          <TextInput
            label={t('instance.variableName')}
            required
            data-autofocus
            maxLength={255}
            value={name}
            error={isTried && name === '' ? t('instance.enterVariableName') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ScopeSelect instanceId={instanceId} value={scopeId} onChange={setScopeId} />
        </>
      ) : null}
      <ValueFields
        value={{ type, text }}
        fault={fault}
        isFocused={known !== null}
        note={
          known !== null && !writtenTypes.some((one) => one === known.type)
            ? t('instance.otherType', { type: known.type })
            : undefined
        }
        onChange={(value) => {
          setType(value.type)
          setText(value.text)
        }}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('instance.saveVariable')}
        </Button>
      </div>
    </form>
  )
}
