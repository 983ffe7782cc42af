import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, commentLimits, type Person, writeMention } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import { Avatar } from '../person/person.tsx'
import classes from './comments.module.css'
import type { CommentSubject } from './comments.tsx'

interface Props {
  readonly subject: CommentSubject
  readonly label: string
  /** Verb and object. */
  readonly action: string
  readonly initial?: string
  readonly isPending: boolean
  readonly onSubmit: (message: string) => void
  readonly onCancel?: () => void
}

/** Matches the text between an `@` and the cursor. */
const typing = /(^|\s)@([^\s@[\]]{0,50})$/

/** An editor for a comment. `@` offers users who can read it, Ctrl+Enter sends it. */
export function CommentEditor({ subject, label, action, initial = '', isPending, onSubmit, onCancel }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const [at, setAt] = useState(initial.length)
  const [isClosed, setClosed] = useState(false)
  const [index, setIndex] = useState(0)
  const q = isClosed ? null : (typing.exec(text.slice(0, at))?.[2] ?? null)
  const [asked] = useDebouncedValue(q, 150)
  const { data = [] } = useQuery({
    ...callQuery(api.comments.findReaders, { params: subject, query: { q: asked ?? '' } }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  const offered: readonly Person[] = q === null ? [] : data
  const active = offered[Math.min(index, offered.length - 1)]
  const choose = ({ username }: Person) => {
    const start = at - (q?.length ?? 0) - 1
    const mention = `${writeMention(username)} `
    const next = text.slice(0, start) + mention + text.slice(at)
    setText(next)
    setAt(start + mention.length)
    setIndex(0)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(start + mention.length, start + mention.length)
    })
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '' && !isPending) onSubmit(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      // The page completes the task by the same keys.
      event.stopPropagation()
      return submit()
    }
    if (active === undefined) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setIndex((index + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') setClosed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={classes.editor} data-comment-editor onSubmit={submit}>
      <Textarea
        ref={area}
        label={label}
        description={t('comments.help')}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={commentLimits.message}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={`${id}-people`}
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.username}`}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          setText(value)
          setAt(selectionStart)
          setClosed(false)
        }}
        onSelect={({ currentTarget }) => setAt(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-people`}
        role="listbox"
        aria-label={t('comments.people')}
        className={classes.people}
        hidden={offered.length === 0}
      >
        {offered.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={person.username}
            id={`${id}-${person.username}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === active}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <Avatar name={person.displayName} /> {person.displayName}
          </div>
        ))}
      </div>
      <div className={classes.buttons}>
        {onCancel ? (
          <Button size="xs" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
        <Button size="xs" type="submit" loading={isPending} disabled={text.trim() === ''}>
          {action}
        </Button>
      </div>
    </form>
  )
}
