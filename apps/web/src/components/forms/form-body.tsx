import { VisuallyHidden } from '@mantine/core'
import { type FormExpressions, type Problem, presentProblem } from '@millrace/forms'
import {
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { FormStore } from './form-store.ts'
import { formTexts } from './form-texts.ts'
import classes from './form-view.module.css'
import type { FormViewProps } from './form-view.tsx'
import { FormViewContext, inputId } from './form-view-context.ts'
import { useLeave } from './use-leave.ts'
import { ViewNodes } from './view-nodes.tsx'

const english = { locale: 'en', messages: {} }

/** The form once its expressions are there. */
export function FormBody(props: FormViewProps & { readonly expressions: FormExpressions }) {
  const { id, document, errors, readOnly = false, language = english, headingLevel = 3, uploadFile, fileUrl } = props
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => latest.current.onReady?.(), [])
  const [store] = useState(
    () =>
      new FormStore({
        form: document,
        values: props.values,
        context: { ...props.context, expressions: props.expressions },
        onChange: (values) => {
          // What the last try found is not true of the changed form.
          setAttempt((before) => (before.problems.length === 0 ? before : { ...before, problems: [] }))
          latest.current.onChange?.(values)
        },
      }),
  )
  const [attempt, setAttempt] = useState<{ readonly count: number; readonly problems: readonly Problem[] }>({
    count: 0,
    problems: [],
  })
  const leave = useLeave(store)
  const shared = useMemo(
    () => ({ formId: id, store, leave, language, isReadOnly: readOnly, uploadFile, fileUrl }),
    [id, store, leave, language, readOnly, uploadFile, fileUrl],
  )

  const showProblems = (problems: readonly Problem[]) => {
    setAttempt(({ count }) => ({ count: count + 1, problems }))
    focusFirst(store, id, problems)
  }
  const showFound = useEffectEvent(showProblems)

  useEffect(() => {
    store.setServerProblems(errors ?? [])
    if (errors !== undefined && errors.length > 0) showFound(errors)
  }, [store, errors])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (readOnly) return
    const result = store.submit()
    if (!result.ok) return showProblems(result.problems)
    setAttempt({ count: 0, problems: [] })
    const button = event.nativeEvent.submitter
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
        ) : (
          <ViewNodes nodes={document.view} headingLevel={headingLevel} />
        )}
      </form>
    </FormViewContext>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}

/** Moves the focus to the first field that needs attention and can take it. */
function focusFirst(store: FormStore, formId: string, problems: readonly Problem[]): void {
  for (const { field, path } of problems) {
    if (!store.hasField(field)) continue
    const id = inputId(formId, store.getDefinition(field).node)
    const inside = path === undefined ? null : document.getElementById([id, ...path].join('-'))
    const target = inside ?? findFocusable(document.getElementById(id))
    if (target === null) continue
    target.focus()
    return
  }
}

const focusable =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)'

function findFocusable(element: HTMLElement | null): HTMLElement | null {
  return element === null || element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable)
}

interface SummaryProps {
  readonly problems: readonly Problem[]
  readonly store: FormStore
  readonly language: NonNullable<FormViewProps['language']>
}

/** Tells screen readers what a try to submit found; problems that belong to no field are shown to everyone. */
function Summary({ problems, store, language }: SummaryProps) {
  const ofForm = problems.filter(({ field }) => !store.hasField(field))
  const ofFields = problems.filter(({ field }) => store.hasField(field))
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
          {ofFields
            .map((problem) => `${store.getLabel(problem.field)}: ${presentProblem(problem, language)}`)
            .join(' ')}
        </VisuallyHidden>
      )}
    </>
  )
}

function RequiredHint({ store, isReadOnly }: { store: FormStore; isReadOnly: boolean }) {
  const isShown = useSyncExternalStore(store.subscribe, () => !isReadOnly && store.hasRequired())
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
