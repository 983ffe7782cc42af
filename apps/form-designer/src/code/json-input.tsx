import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import { Button, Textarea } from '@mantine/core'
import { type FormDocument, parseDocument } from '@millrace/forms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../frame/view.module.css'

interface Props {
  readonly text: string
  /** Somebody else is at the design. */
  readonly isHeld: boolean
  readonly onType: (text: string) => void
  readonly onTake: (document: FormDocument) => void
  readonly onCancel: () => void
}

/** The number of problems that are listed; of others only the number is shown. */
const shown = 20

/**
 * An input for the design as JSON. Applying the text replaces the design if the text is a valid design; otherwise
 * errors are shown.
 */
export function JsonInput({ text, isHeld, onType, onTake, onCancel }: Props) {
  const { t } = useTranslation()
  const [value, setValue] = useState(text)
  const [read, setRead] = useState(() => parseDocument(text))
  const problems = read.ok ? [] : read.problems
  return (
    <>
      <div className={classes.tools}>
        <Button
          size="xs"
          variant="filled"
          disabled={isHeld || !read.ok}
          onClick={() => {
            if (read.ok) onTake(read.document)
          }}
        >
          {t('designer.json.take')}
        </Button>
        <Button size="xs" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
      <p className={classes.note}>{t('designer.json.hint')}</p>
      <div role="status">
        <ul className={classes.list}>
          {problems.slice(0, shown).map(({ at, message }) => (
            <li key={`${at} ${message}`} className={classes.finding} data-tone="error">
              <IconAlertTriangleFilled size={15} aria-hidden />
              <div>
                {at === '' ? null : <code>{at}</code>} {message}
              </div>
            </li>
          ))}
        </ul>
        {problems.length > shown ? (
          <p className={classes.note}>{t('designer.json.more', { count: problems.length - shown })}</p>
        ) : null}
      </div>
      <Textarea
        classNames={{ input: classes.mono }}
        aria-label={t('designer.json.text')}
        aria-invalid={!read.ok}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
          setRead(parseDocument(currentTarget.value))
          onType(currentTarget.value)
        }}
      />
    </>
  )
}
