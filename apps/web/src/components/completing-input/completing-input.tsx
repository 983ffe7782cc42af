import { Textarea, type TextareaProps } from '@mantine/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './completing-input.module.css'

/** The suggestions for the word before the caret. */
export interface Offer {
  /** UTF-16 positions of the word that is being typed. */
  readonly from: number
  readonly to: number
  readonly found: readonly { readonly name: string; readonly about: string }[]
}

interface Props extends Omit<TextareaProps, 'value' | 'onChange' | 'ref' | 'classNames'> {
  readonly text: string
  /** The name of the list of suggestions. */
  readonly listLabel: string
  /**
   * Finds the suggestions for a position of a text; null: there are none.
   *
   * @param isAsked whether the user requested suggestions, so that they are shown before the first letter.
   */
  readonly find: (text: string, position: number, isAsked: boolean) => Offer | null
  readonly onText: (text: string) => void
}

/**
 * A text input with suggestions for the word before the caret: arrow keys choose, Enter or Tab inserts, Escape closes,
 * Ctrl and the space bar show all of them.
 */
export function CompletingInput({ text, listLabel, find, onText, onBlur, onKeyDown, ...props }: Props) {
  const list = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [offered, setOffered] = useState<Offer | null>(null)
  const [active, setActive] = useState(0)
  const caret = useRef<number>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret goes behind what was taken once the text has it
  useLayoutEffect(() => {
    if (caret.current !== null) area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])
  const offer = (typed: string, position: number, isAsked = false) => {
    setOffered(find(typed, position, isAsked))
    setActive(0)
  }
  const take = (at: number) => {
    const chosen = offered?.found[at]
    if (offered === null || chosen === undefined) return
    onText(text.slice(0, offered.from) + chosen.name + text.slice(offered.to))
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
      onKeyDown?.(event)
      return
    }
    const count = offered.found.length
    if (event.key === 'ArrowDown') setActive((active + 1) % count)
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count)
    else if (event.key === 'Enter' || event.key === 'Tab') take(active)
    else if (event.key === 'Escape') {
      event.stopPropagation()
      setOffered(null)
    } else {
      onKeyDown?.(event)
      return
    }
    event.preventDefault()
  }
  return (
    <div className={classes.completing}>
      <Textarea
        {...props}
        ref={area}
        aria-autocomplete="list"
        aria-controls={offered === null ? undefined : list}
        aria-activedescendant={offered === null ? undefined : `${list}-${active}`}
        autosize
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value)
          offer(currentTarget.value, currentTarget.selectionStart)
        }}
        onBlur={(event) => {
          setOffered(null)
          onBlur?.(event)
        }}
        onKeyDown={handleKey}
      />
      {offered === null ? null : (
        <div role="listbox" id={list} aria-label={listLabel} className={classes.completions}>
          {offered.found.map(({ name, about }, at) => (
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
