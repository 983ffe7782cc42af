/** What was typed into a form and not sent. */
export const drafts = {
  restored: 'You go on with your draft of {{when}}',
  startOver: 'Start over',
  otherForm: 'The form has changed since. What still fits was taken over: check it before you send it.',
  saving: 'Saving the draft …',
  saved: 'Draft saved at {{time}}',
  here: 'Not saved yet. What you typed is kept in this browser until the server answers.',
  nowhere: 'Not saved, and this browser keeps nothing either. Stay on this page until the server answers.',
  conflictTitle: 'Your draft was saved elsewhere at {{when}}',
  conflictText: 'What you typed here is still here, and is not saved over the other one.',
  takeOther: 'Take the other one',
  saveOver: 'Save what is here',
  overTitle: 'This form can no longer be sent',
  overText: 'What you typed is still here: copy what you need.',
  failed: 'That was not done',
} as const
