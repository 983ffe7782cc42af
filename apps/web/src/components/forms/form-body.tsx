import { VisuallyHidden } from '@mantine/core'
import { type FormExpressions, type NodeInstance, type Problem, presentProblem } from '@millrace/forms'
import {
  type KeyboardEvent,
  lazy,
  type SubmitEvent,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { findFormStep } from '../form-host/form-end.ts'
import { FormStore } from './form-store.ts'
import { formTexts } from './form-texts.ts'
import classes from './form-view.module.css'
import type { FormViewProps } from './form-view.tsx'
import { FormViewContext, inputId, type Reveal } from './form-view-context.ts'
import { labelOf } from './instance-data.ts'
import { createNames } from './people/names.ts'
import { PrintedForm } from './print/printed-form.tsx'
import { useLeave } from './use-leave.ts'
import { useSubmitAfterUploads } from './use-submit-after-uploads.ts'
import { ViewNodes } from './view-nodes.tsx'

/** Few forms are filled like this. */
const Conversation = lazy(async () => ({ default: (await import('./conversation/conversation.tsx')).Conversation }))

const english = { locale: 'en', messages: {} }

/** The body of a form, after its expressions were loaded. */
export function FormBody(props: FormViewProps & { readonly expressions: FormExpressions }) {
  const { id, document, errors, readOnly = false, language = english, headingLevel = 3 } = props
  const { uploadFile, fileUrl, findChoices } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => latest.current.onReady?.(), [])
  const openStore = () =>
    new FormStore({
      form: document,
      values: props.values,
      context: { ...props.context, expressions: props.expressions },
      onChange: (readDraft) => {
        // What the last try found is not true of the changed form.
        setAttempt((before) => (before.problems.length === 0 ? before : { ...before, problems: [] }))
        latest.current.onChange?.(readDraft)
      },
    })
  const [store, setStore] = useState(openStore)
  const [attempt, setAttempt] = useState<{ readonly count: number; readonly problems: readonly Problem[] }>({
    count: 0,
    problems: [],
  })
  const leave = useLeave(store)
  const [names] = useState(() => createNames(props.names))
  const [reveals] = useState(() => new Map<NodeInstance, Reveal>())
  const [focus, setFocus] = useState<{ readonly target: FocusTarget | null }>({ target: null })
  // The tab that hides it is opened in the same turn; only then can it take the focus.
  useEffect(() => focus.target?.element?.focus(), [focus])
  const showProblems = useCallback(
    (problems: readonly Problem[]) => {
      setAttempt(({ count }) => ({ count: count + 1, problems }))
      const target = findFirst(store, id, problems)
      if (target !== null)
        for (const place of [target.instance, ...store.listAround(target.instance)])
          reveals.get(place)?.(target.instance)
      setFocus({ target })
    },
    [store, id, reveals],
  )
  const open = useRef(openStore)
  useEffect(() => {
    open.current = openStore
  })
  const reset = useCallback(() => {
    const opened = open.current()
    setStore(opened)
    setAttempt({ count: 0, problems: [] })
    latest.current.onChange?.(() => opened.toDraft())
  }, [])
  const shared = useMemo(
    () => ({
      formId: id,
      store,
      leave,
      reveals,
      showProblems,
      reset,
      language,
      isReadOnly: readOnly,
      isPrinted: false,
      uploadFile,
      findChoices,
      names,
      fileUrl,
    }),
    [id, store, leave, reveals, showProblems, reset, language, readOnly, uploadFile, findChoices, names, fileUrl],
  )

  const showFound = useEffectEvent(showProblems)

  const reported = useRef<readonly Problem[] | undefined>(undefined)
  useEffect(() => {
    // Another store, after a reset, has none of what the server found before.
    if (reported.current === errors) return
    reported.current = errors
    store.setServerProblems(errors ?? [])
    if (errors !== undefined && errors.length > 0) showFound(errors)
  }, [store, errors])

  const submitAfterUploads = useSubmitAfterUploads(store)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (readOnly) return
    const button = event.nativeEvent.submitter
    const result = store.submit()
    if (!result.ok) {
      if (result.problems.every(({ code }) => code === 'file.uploading'))
        submitAfterUploads(event.currentTarget, button)
      return showProblems(result.problems)
    }
    setAttempt({ count: 0, problems: [] })
    props.onSubmit?.(result.values, button instanceof HTMLButtonElement && button.value !== '' ? button.value : null)
  }

  return (
    <FormViewContext value={shared}>
      <form
        id={id}
        noValidate
        className={classes.form}
        data-compact={props.compact || undefined}
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        <Summary key={attempt.count} problems={attempt.problems} store={store} language={language} />
        <RequiredHint store={store} isReadOnly={readOnly} />
        {document.view.length === 0 ? (
          <p className={classes.empty}>{props.emptyText ?? formTexts.noFields}</p>
        ) : document.settings.mode === 'conversational' && !readOnly ? (
          <Suspense>
            <Conversation document={document} headingLevel={headingLevel} />
          </Suspense>
        ) : (
          <ViewNodes nodes={document.view} headingLevel={headingLevel} />
        )}
      </form>
      <PrintedForm nodes={document.view} headingLevel={headingLevel} />
    </FormViewContext>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    const step = findFormStep(event.currentTarget.id)
    if (step === null) event.currentTarget.requestSubmit()
    else step.goOn()
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}

/**
 * Returns the first field that needs attention and can take the focus, with the input of it that does; else the first.
 */
function findFirst(store: FormStore, formId: string, problems: readonly Problem[]): FocusTarget | null {
  const targets = problems.flatMap(({ field, path }): FocusTarget[] => {
    const instance = store.findInstance(field)
    if (instance === null) return []
    const id = inputId(formId, instance.id)
    const inside = path === undefined ? null : document.getElementById([id, ...path].join('-'))
    return [{ instance, element: inside ?? findFocusable(document.getElementById(id)) }]
  })
  return targets.find(({ element }) => element !== null) ?? targets[0] ?? null
}

interface FocusTarget {
  readonly instance: NodeInstance
  /** Null where nobody can type, as into a computed value. */
  readonly element: HTMLElement | null
}

/** `Price, row 2 of Items`. */
function presentPlace(store: FormStore, { field }: Problem): string {
  const instance = store.findInstance(field)
  if (instance === null) return ''
  const label = labelOf(instance.planned.data)
  const { list } = instance.row
  if (list === null) return label
  return formTexts.placeInList(label, list.rows.indexOf(instance.row) + 1, labelOf(list.planned.data))
}

const focusable =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), [role=slider]'
/** Matches the text area of editors that have buttons around it. */
const editable = '[contenteditable=true]'

function findFocusable(element: HTMLElement | null): HTMLElement | null {
  if (element === null || element.matches(focusable)) return element
  return element.querySelector<HTMLElement>(editable) ?? element.querySelector<HTMLElement>(focusable)
}

interface SummaryProps {
  readonly problems: readonly Problem[]
  readonly store: FormStore
  readonly language: NonNullable<FormViewProps['language']>
}

/** Announces the errors of an attempt to submit; errors without a field are shown to everyone. */
function Summary({ problems, store, language }: SummaryProps) {
  const ofForm = problems.filter(({ field }) => store.findInstance(field) === null)
  const ofFields = problems.filter(({ field }) => store.findInstance(field) !== null)
  return (
    <>
      {ofForm.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <p key={index} role="alert" className={classes.failure}>
          {presentProblem(problem, language)}
        </p>
      ))}
      {ofFields.length === 0 ? null : (
        <VisuallyHidden role="alert">
          {formTexts.summary(new Set(ofFields.map(({ field }) => field)).size)}{' '}
          {ofFields.map((problem) => `${presentPlace(store, problem)}: ${presentProblem(problem, language)}`).join(' ')}
        </VisuallyHidden>
      )}
    </>
  )
}

function RequiredHint({ store, isReadOnly }: { store: FormStore; isReadOnly: boolean }) {
  const isShown = useSyncExternalStore(store.watch, () => !isReadOnly && store.hasRequired())
  if (!isShown) return null
  const [before, after] = formTexts.requiredHint.split('*')
  return (
    <p className={classes.required}>
      {before}
      <span className={classes.star}>*</span>
      {after}
    </p>
  )
}
