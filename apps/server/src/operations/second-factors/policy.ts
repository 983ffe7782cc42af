import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

export function wrongFactor(what: 'code' | 'passkey'): Refusal {
  return what === 'code'
    ? refuse(
        'second-factor.wrong',
        'Expected a valid code, but it is wrong, was used already, or the clock of the device is not right. Wait for the next code and try again.',
        [{ where: 'code', message: 'Expected the current code.' }],
      )
    : refuse(
        'second-factor.wrong',
        'Expected a passkey of this account and this address, but the answer of the browser was not accepted. Try again.',
      )
}

export function noSuchFactor(): Refusal {
  return refuse('thing.not-found', 'Expected a second factor of yours, but there is none with this id.')
}

export function requiredFactor(): Refusal {
  return refuse(
    'second-factor.required',
    'Expected another second factor, because your roles need one, but this is your last. Nothing was removed. Add another one first.',
  )
}

export function enrolmentOver(): Refusal {
  return refuse(
    'second-factor.over',
    'Expected a set-up that is in progress, but it has expired or was completed. Nothing was added. Start again.',
  )
}
