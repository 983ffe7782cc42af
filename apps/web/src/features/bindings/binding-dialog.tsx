import { Button, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { api, type Binding, type BoundTo } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useLast } from '../../lib/use-last.ts'
import classes from './bindings.module.css'

interface Props {
  /** The name to bind, empty when the user enters it; null while the dialog is closed. */
  readonly asked: string | null
  readonly bindings: readonly Binding[]
  readonly onClose: () => void
}

/** The dialog for the binding that runs in place of a Java class or bean. */
export function BindingDialog({ asked, bindings, onClose }: Props) {
  const { t } = useTranslation()
  const name = useLast(asked) || null
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={name === null ? t('bindings.addTitle') : t('bindings.editTitle', { name })}
      size={560}
    >
      <BindingForm key={name} name={name} bindings={bindings} onClose={onClose} />
    </Modal>
  )
}

const kinds = ['expression', 'script', 'external'] as const

type Kind = (typeof kinds)[number]

function BindingForm({ name, bindings, onClose }: Omit<Props, 'asked'> & { name: string | null }) {
  const { t } = useTranslation()
  const before = bindings.find((one) => one.name === name)?.boundTo
  const [given, setGiven] = useState(name ?? '')
  const [kind, setKind] = useState<Kind>(before?.kind ?? 'expression')
  const [text, setText] = useState(before === undefined ? '' : before.kind === 'external' ? before.topic : before.text)
  const [hasTried, setHasTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(api.bindings.save, { params: { name: given.trim() }, body: toBoundTo(kind, text.trim(), before) }),
    onSuccess: () => showToast({ kind: 'success', title: t('bindings.saved'), text: given.trim() }),
  })
  const nameFault = name === null ? faultOf(given.trim(), bindings, t) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (nameFault !== null || text.trim() === '') return
    // Not when it is closed before: another one may be open by then.
    save.mutate(undefined, { onSuccess: onClose })
  }
  const field = {
    value: text,
    error: hasTried && text.trim() === '' ? t('bindings.missing') : undefined,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    'data-autofocus': name === null ? undefined : true,
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError ? <ErrorBanner title={t('bindings.saveFailed')} error={save.error} /> : null}
      {name === null ? (
        <TextInput
          label={t('bindings.name')}
          description={t('bindings.nameHelp')}
          data-autofocus
          required
          maxLength={255}
          value={given}
          error={hasTried && !save.isSuccess ? nameFault : null}
          onChange={(event) => setGiven(event.currentTarget.value)}
        />
      ) : null}
      <SegmentedControl
        size="xs"
        aria-label={t('bindings.kind')}
        data={kinds.map((value) => ({ value, label: t(`bindings.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'expression' ? (
        <TextInput label={t('bindings.text')} description={t('bindings.textHelp')} required {...field} />
      ) : null}
      {kind === 'script' ? (
        <Textarea
          label={t('bindings.scriptText')}
          description={t('bindings.scriptHelp')}
          required
          minRows={5}
          autosize
          {...field}
        />
      ) : null}
      {kind === 'external' ? (
        <TextInput
          label={t('bindings.topic')}
          description={t('bindings.topicHelp')}
          required
          maxLength={255}
          {...field}
        />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('bindings.save')}
        </Button>
      </div>
    </form>
  )
}

function faultOf(name: string, bindings: readonly Binding[], t: Translate): string | null {
  if (name === '') return t('bindings.nameMissing')
  return bindings.some((one) => one.name === name) ? t('bindings.nameTaken') : null
}

/** An expression stays in the language that it was in. */
function toBoundTo(kind: Kind, text: string, before: BoundTo | undefined): BoundTo {
  if (kind === 'external') return { kind, topic: text }
  if (kind === 'script') return { kind, language: 'javascript', text }
  return { kind, language: before?.kind === 'expression' ? before.language : 'uel', text }
}
