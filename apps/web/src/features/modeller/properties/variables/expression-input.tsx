import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../panel.module.css'
import { usePanel } from '../use-panel.ts'
import { type Completions, findCompletions } from './find-completions.ts'

interface Props {
  readonly id: string
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly hasFault?: boolean
  readonly text: string
  readonly minRows?: number
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/**
 * Takes a text that may hold an expression, and offers the variables that the word before the caret may become: arrows
 * choose, Enter or Tab takes, Escape closes, Ctrl and the space bar ask for all of them.
 */
export function ExpressionInput(props: Props) {
  const { id, label, describedBy, hasFault = false, text, minRows = 1, onChange, onBlur, onKeyDown } = props
  const { t } = useTranslation()
  const { canEdit, listVariables } = usePanel()
  const list = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [offered, setOffered] = useState<Completions | null>(null)
  const [active, setActive] = useState(0)
  const caret = useRef<number>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret goes behind what was taken once the text has it
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])
  const offer = (typed: string, place: number, isAsked = false) => {
    setOffered(findCompletions(typed, place, listVariables(), isAsked))
    setActive(0)
  }
  const take = (at: number) => {
    const chosen = offered?.variables[at]
    if (offered === null || chosen === undefined) return
    onChange(text.slice(0, offered.from) + chosen.name + text.slice(offered.to))
    setOffered(null)
    caret.current = offered.from + chosen.name.length
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      offer(text, event.currentTarget.selectionStart, true)
      return
    }
    if (offered === null) {
      onKeyDown(event)
      return
    }
    const count = offered.variables.length
    if (event.key === 'ArrowDown') setActive((active + 1) % count)
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count)
    else if (event.key === 'Enter' || event.key === 'Tab') take(active)
    else if (event.key === 'Escape') {
      event.stopPropagation()
      setOffered(null)
    } else {
      onKeyDown(event)
      return
    }
    event.preventDefault()
  }
  return (
    <div className={classes.completing}>
      <Textarea
        ref={area}
        id={id}
        size="xs"
        className={classes.mono ?? ''}
        aria-label={label}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={offered === null ? undefined : list}
        aria-activedescendant={offered === null ? undefined : `${list}-${active}`}
        error={hasFault}
        readOnly={!canEdit}
        autosize
        minRows={minRows}
        maxRows={10}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          offer(currentTarget.value, currentTarget.selectionStart)
        }}
        onBlur={() => {
          setOffered(null)
          onBlur()
        }}
        onKeyDown={handleKey}
      />
      {offered === null ? null : (
        <div role="listbox" id={list} aria-label={t('modeller.panel.variables')} className={classes.completions}>
          {offered.variables.map(({ name, about }, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text area has the focus and says which one is meant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text area choose
            <div
              key={name}
              role="option"
              id={`${list}-${at}`}
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(at)}
            >
              <code>{name}</code>
              <span>{about}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
