import { Button } from '@mantine/core'
import type { RuntimeDocument } from '@millrace/forms'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import { useReveal } from '../layout/use-reveal.ts'
import { useVisibleIds } from '../layout/use-visible-ids.ts'
import { useNode } from '../use-node.ts'
import { ViewNodes } from '../view-nodes.tsx'
import classes from './conversation.module.css'
import { listQuestions, type Question } from './list-questions.ts'

interface Props {
  readonly document: RuntimeDocument
  readonly headingLevel: number
}

/**
 * A form that shows one question at a time. Enter continues once the answer is valid; letters select choices. All
 * questions stay mounted, so that running work such as uploads continues.
 */
export function Conversation({ document, headingLevel }: Props) {
  const { store, showProblems } = useFormView()
  const { questions, after } = useMemo(() => listQuestions(document.view, document.rules), [document])
  const nodes = useMemo(() => questions.map(({ node }) => node), [questions])
  const visibleIds = useVisibleIds({ row: store.root }, nodes)
  const visible = questions.filter(({ node }) => visibleIds.includes(node.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const [turned, setTurned] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (turned > 0) focusFirst(place.current)
  }, [turned])
  // The question that was asked may be hidden now: then the one before it is.
  const at = questions.findIndex(({ node }) => node.id === chosen)
  const open = visible.findLast((one) => questions.indexOf(one) <= at) ?? visible[0]
  if (open === undefined) return <ViewNodes nodes={after} headingLevel={headingLevel} />
  const index = visible.indexOf(open)
  const isLast = index === visible.length - 1
  const turn = (to: Question | undefined) => {
    if (to === undefined) return
    setChosen(to.node.id)
    setTurned((count) => count + 1)
  }
  const goOn = () => {
    const problems = store.showFaultsIn(store.getInstance(store.root, open.node.id))
    if (problems.length > 0) showProblems(problems)
    else turn(visible[index + 1])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && open.node.kind === 'field' && isLine(event.target)) {
      event.preventDefault()
      goOn()
    } else if (chooseByLetter(event)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside, which is what has the focus
    <div className={classes.conversation} data-letters onKeyDown={onKeyDown}>
      <p className={classes.count}>{formTexts.questionOf(index + 1, visible.length)}</p>
      <div className={classes.bar} aria-hidden>
        <div style={{ width: `${((index + 1) / visible.length) * 100}%` }} />
      </div>
      {questions.map((question) => (
        <Asked
          key={question.node.id}
          question={question}
          headingLevel={headingLevel}
          place={question === open ? place : null}
          onReveal={setChosen}
        />
      ))}
      {isLast ? <ViewNodes nodes={after} headingLevel={headingLevel} /> : null}
      <div className={classes.turns}>
        {index === 0 ? null : (
          <Button variant="default" onClick={() => turn(visible[index - 1])}>
            {formTexts.back}
          </Button>
        )}
        {isLast ? (
          <p className={classes.count}>{formTexts.lastQuestion}</p>
        ) : (
          <Button variant="light" onClick={goOn}>
            {formTexts.next}
          </Button>
        )}
      </div>
    </div>
  )
}

interface AskedProps {
  readonly question: Question
  readonly headingLevel: number
  /** Null while another one is asked. */
  readonly place: RefObject<HTMLDivElement | null> | null
  onReveal(id: string): void
}

function Asked({ question: { node, before, parts }, headingLevel, place, onReveal }: AskedProps) {
  useReveal(useNode(node.id), () => onReveal(node.id))
  return (
    <div className={classes.question} hidden={place === null}>
      {parts.length === 0 ? null : <p className={classes.count}>{parts.join(' › ')}</p>}
      <ViewNodes nodes={before} headingLevel={headingLevel} />
      <div ref={place} tabIndex={-1} className={classes.answer}>
        <ViewNodes nodes={[node]} headingLevel={headingLevel} />
      </div>
    </div>
  )
}

/** Moves the focus to the next question. */
function focusFirst(place: HTMLElement | null): void {
  const input = place?.querySelector<HTMLElement>(
    'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true], button:not(:disabled)',
  )
  ;(input ?? place)?.focus()
}

/** True where Enter has nothing else to do: in a long text it begins a line, in an open list it chooses. */
function isLine(target: EventTarget): boolean {
  return (
    (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) &&
    target.getAttribute('aria-expanded') !== 'true'
  )
}

/** Returns a to Z choose among radios and boxes, when one of them has the focus. */
function chooseByLetter({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!/^[a-z]$/i.test(key) || !(target instanceof HTMLInputElement) || !/^(radio|checkbox)$/.test(target.type))
    return false
  const group = target.closest('[data-choices]')
  if (group === null || !currentTarget.contains(group)) return false
  const input = group.querySelectorAll<HTMLInputElement>('input')[key.toLowerCase().charCodeAt(0) - 97]
  if (input === undefined || input.disabled) return false
  input.focus()
  input.click()
  return true
}
