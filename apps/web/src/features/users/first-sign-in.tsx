import { Radio } from '@mantine/core'
import { passwordLinkLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { PasswordField } from './password-field.tsx'
import type { NewUserDraft } from './user-draft.ts'
import classes from './users.module.css'

/** The choice of how a new user gets a password: by an invitation, or from the administrator. */
export function FirstSignIn(fields: DraftFields<NewUserDraft>) {
  const { t } = useTranslation()
  const { draft, onChange } = fields
  return (
    <Section title={t('users.firstSignIn')}>
      <Radio.Group
        label={t('users.firstSignInHint')}
        value={draft.start}
        onChange={(start) => onChange({ start: start === 'invitation' ? 'invitation' : 'password' })}
      >
        <div className={classes.choices}>
          <Radio
            value="invitation"
            label={t('users.startByMail')}
            description={t('users.startByMailHelp', { count: passwordLinkLimits.invitationDays })}
          />
          <Radio value="password" label={t('users.startByPassword')} description={t('users.startByPasswordHelp')} />
        </div>
      </Radio.Group>
      {draft.start === 'password' ? <PasswordField {...fields} /> : null}
    </Section>
  )
}
