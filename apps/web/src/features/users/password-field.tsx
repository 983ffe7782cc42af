import { Button, CopyButton, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { generatePassword } from './generate-password.ts'
import type { NewUserDraft } from './user-draft.ts'
import classes from './users.module.css'

/** The field for the first password of a new user: generated or entered. The password is only shown here. */
export function PasswordField(fields: DraftFields<NewUserDraft>) {
  const { t } = useTranslation()
  const { draft, onChange, error } = fields
  return (
    <>
      <TextInput
        label={t('users.firstPassword')}
        description={t('users.firstPasswordHelp')}
        required
        maxLength={limits.password}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        {...textOfDraft(fields, 'password')}
        error={describeFaultOf(error, 'newPassword')}
      />
      <div className={classes.buttons}>
        <CopyButton value={draft.password}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{t(copied ? 'users.passwordCopied' : 'users.copyPassword')}</Button>
          )}
        </CopyButton>
        <Button onClick={() => onChange({ password: generatePassword() })}>{t('users.generate')}</Button>
      </div>
    </>
  )
}
