import '@mantine/dates/styles.layer.css'
import { api, type OpenedForm } from '@millrace/contract'
import type { JsonValues } from '@millrace/forms'
import { type RefObject, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { toUrl } from '../../lib/api/send.ts'
import { useSession } from '../../lib/session/session.ts'
import { Banner } from '../banner/banner.tsx'
import { FormView } from '../forms/form-view.tsx'
// The one place that embeds forms: pages of several features show them.
import type { FindChoices } from '../forms/form-view-context.ts'
import { createSurroundings } from './create-surroundings.ts'
import { DraftBanners, DraftStatus } from './draft/draft-status.tsx'
import { isOlder } from './draft/is-older.ts'
import { OlderDraft } from './draft/older-draft.tsx'
import { merge, offerOf } from './draft/opening.ts'
import { type DraftHandle, type SentPlace, useDraft } from './draft/use-draft.ts'
import { FillAsBefore } from './fill-as-before.tsx'
import { createChoiceFinder, type FormPlace } from './find-choices.ts'
import { toFormProblems } from './form-problems.ts'
import { type FindPass, uploadByLink, uploadFile } from './upload-file.ts'
import { useLocalised } from './use-localised.ts'

export interface FormHostProps {
  /** The id of the form element, for a button elsewhere. */
  readonly id: string
  readonly form: OpenedForm
  /** The object that the form belongs to: a task, a process or a link. */
  readonly place: FormPlace
  readonly isReadOnly?: boolean
  readonly headingLevel?: 2 | 3
  /** The error of the last attempt. Its details are shown at their fields. */
  readonly error?: unknown
  /** Said in place of a form that has nothing to fill. */
  readonly emptyText?: string
  /** Called when the form can be filled and submitted: its program comes later than the page. */
  readonly onReady?: () => void
  /** Whether something typed is kept neither in this browser nor on the server. */
  readonly onUnkept: (isUnkept: boolean) => void
  /** Whether something was typed that has not been taken. */
  readonly onTyped?: (hasTyped: boolean) => void
  /** Called when it goes away and something was typed into it: to open it again, it has to be asked for again. */
  readonly onLeft?: () => void
  /** Set to the functions by which the page controls the draft. */
  readonly draftHandle?: RefObject<DraftHandle | null>
  /** The form that was sent which this one is to be filled as, where nothing is typed yet. */
  readonly fillAs?: SentPlace | undefined
  readonly onSubmit?: (values: JsonValues, action: string | null) => void
}

/** A form that came with an answer of the server, with what it needs from the page: user, time, files. */
function FormHost({
  form,
  place,
  isReadOnly = false,
  error,
  onUnkept,
  onTyped,
  onLeft,
  draftHandle,
  fillAs,
  onSubmit,
  ...props
}: FormHostProps) {
  const session = useSession()
  const { username } = session
  const document = useLocalised(form.document)
  // Another one is taken when the form is opened again.
  const context = useMemo(() => ({ now: new Date(), ...createSurroundings(form), userId: username }), [username, form])
  const { kind, id: placeId } = place
  const findChoices = useMemo(() => createChoiceFinder({ kind, id: placeId }), [kind, placeId])
  const draft = useDraft({ form, place, isReadOnly, error, handle: draftHandle, onUnkept, onTyped, onLeft })
  const problems = toFormProblems(error)
  return (
    <>
      <Unsupported form={form} />
      {isReadOnly ? null : <DraftBanners draft={draft} />}
      {isReadOnly ? null : <FillAsBefore form={form} draft={draft} asked={fillAs} />}
      <FormView
        {...props}
        key={draft.opening.number}
        document={document}
        values={draft.opening.values}
        context={context}
        readOnly={isReadOnly}
        {...(problems === null ? {} : { errors: problems })}
        onChange={draft.type}
        onSubmit={(values, action) => {
          draft.submit()
          onSubmit?.(values, action)
        }}
        uploadFile={uploadFile}
        findChoices={findChoices}
        names={draft.opening.names}
        fileUrl={(file) => toUrl(api.files.download, { params: { id: file.id } })}
      />
      {isReadOnly ? null : <DraftStatus draft={draft} />}
    </>
  )
}

export interface PlainFormProps extends Pick<FormHostProps, 'id' | 'form' | 'error' | 'headingLevel' | 'emptyText'> {
  /** The current time for the form. */
  readonly now: string
  /** Without it nobody can be named. */
  readonly findChoices?: FindChoices
  readonly onSubmit: (values: JsonValues, action: string | null) => void
}

/** A form that belongs to nothing that is kept: without draft and files. */
function PlainForm({ form, now, error, ...props }: PlainFormProps) {
  const session = useSession()
  const document = useLocalised(form.document)
  const [context] = useState(() => ({
    now: new Date(now),
    ...createSurroundings(form),
    userId: session.username,
  }))
  const problems = toFormProblems(error)
  return (
    <>
      <Unsupported form={form} />
      <FormView
        {...props}
        compact
        document={document}
        values={form.values}
        context={context}
        names={form.names}
        {...(problems === null ? {} : { errors: problems })}
      />
    </>
  )
}

export interface OpenFormProps extends Pick<FormHostProps, 'id' | 'form' | 'error' | 'emptyText' | 'onReady'> {
  /** The token of the public link. */
  readonly token: string
  /** Asked before a file is uploaded. */
  readonly findPass: FindPass
  /** Called when something is typed, with what reads all that is. */
  readonly onChange: (read: () => JsonValues) => void
  /**
   * Called with the chosen draft, which is merged into the values, after the user has chosen between it and newer
   * values.
   */
  readonly onChosen: (draft: JsonValues) => void
  readonly onSubmit: (values: JsonValues, action: string | null) => void
}

/**
 * A form for somebody without an account, with what they have saved of it; beside newer values, where there are any.
 */
function OpenForm({ form, token, findPass, error, onChosen, ...props }: OpenFormProps) {
  const document = useLocalised(form.document)
  const [offer, setOffer] = useState(() =>
    form.draft === null || !isOlder(form.draft, form.basis)
      ? null
      : offerOf(form, form.draft, {
          ...{ changedAt: form.basis?.changedAt ?? null, isOnServer: true, isTyped: false },
          current: form.values,
        }),
  )
  const [{ number, values }, setOpening] = useState(() => ({
    number: 0,
    values: merge(form, offer === null ? (form.draft?.values ?? {}) : {}),
  }))
  const choose = (draft: JsonValues | null) => {
    setOffer(null)
    onChosen(draft ?? {})
    // What was typed over the values meanwhile stays where they are kept.
    if (draft !== null) setOpening({ number: number + 1, values: merge(form, draft) })
  }
  const [context] = useState(() => ({
    now: new Date(),
    ...createSurroundings(form),
    userId: '',
  }))
  const problems = toFormProblems(error)
  const [find] = useState(
    (): FindChoices =>
      ({ node, q, by, signal }) =>
        call(api.openForms.findChoices, {
          params: { token },
          query: { node, q, ...(by === '' ? {} : { by }) },
          signal,
        }),
  )
  return (
    <>
      <Unsupported form={form} />
      {offer === null ? null : (
        <OlderDraft offer={offer} onUseMine={() => choose(offer.values)} onKeepCurrent={() => choose(null)} />
      )}
      <FormView
        {...props}
        key={number}
        headingLevel={2}
        document={document}
        values={values}
        context={context}
        names={form.names}
        {...(problems === null ? {} : { errors: problems })}
        uploadFile={uploadByLink(token, findPass)}
        findChoices={find}
      />
    </>
  )
}

/** Lists the parts of the form that the product does not support. */
function Unsupported({ form: { unsupported, isStandIn } }: { form: OpenedForm }) {
  const { t } = useTranslation()
  if (unsupported.length === 0) return null
  return (
    <Banner kind="warning" title={t(isStandIn ? 'task.standInTitle' : 'task.unsupportedTitle')}>
      {t(isStandIn ? 'task.standInText' : 'task.unsupportedText')}
      <details>
        <summary>{t('common.details')}</summary>
        {unsupported.join(' ')}
      </details>
    </Banner>
  )
}

/** The components of forms, loaded together with the first form. */
export default { FormHost, PlainForm, OpenForm }
