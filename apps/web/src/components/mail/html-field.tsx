import '../../lib/mail-editor-texts.ts'
import { Button, Textarea } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './mail.module.css'
import { findPartialPlaceholder, insertPlaceholder } from './placeholders.ts'

interface Props {
  readonly html: string
  /** A text about allowed formats and removed elements. */
  readonly help: string
  readonly isLocked: boolean
  /** Suggested placeholders, the likely ones first. */
  readonly placeholders: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (html: string) => void
}

/** The text field of a mail, with buttons that complete or insert a placeholder at the cursor. */
export function HtmlField({ html, help, isLocked, placeholders, fault, onChange }: Props) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(0)
  const partial = findPartialPlaceholder(html, cursor)
  const offered = placeholders.filter((name) => partial === null || name.startsWith(partial)).slice(0, maxOffered)
  const insert = (name: string) => {
    const inserted = insertPlaceholder(html, cursor, name)
    onChange(inserted.text)
    setCursor(inserted.cursor)
    // Not before the new text is there.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(inserted.cursor, inserted.cursor)
    })
  }
  return (
    <div className={classes.html}>
      <Textarea
        ref={field}
        label={t('mailEditor.html')}
        description={help}
        classNames={{ input: classes.code ?? '' }}
        autosize
        minRows={8}
        maxRows={24}
        readOnly={isLocked}
        maxLength={limits.mailText}
        value={html}
        error={fault}
        onChange={(event) => {
          setCursor(event.currentTarget.selectionStart)
          onChange(event.currentTarget.value)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
      />
      {isLocked || offered.length === 0 ? null : (
        <fieldset className={classes.offered} aria-label={t('mailEditor.insert')}>
          {offered.map((name) => (
            <Button
              key={name}
              size="xs"
              aria-label={t('mailEditor.insertNamed', { placeholder: `\${${name}}` })}
              onClick={() => insert(name)}
            >
              {`\${${name}}`}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const maxOffered = 18
