/**
 * Words that common passwords are made of, in lower case, without digits and signs at their ends. The list is our own,
 * written for this product: what people choose in several languages, names of keys beside each other, teams and heroes.
 * With the rules of `isCommonPassword` it covers the usual variations, such as `P@ssw0rd2024!`.
 */
const commonWords: ReadonlySet<string> = new Set(
  `abc abcd access account admin administrator amanda america andrea andrew angel angels anthony apple arsenal asdf ashley august austin autumn azerty backup bailey banana baseball basketball batman beautiful bitcoin biteme blink bonjour
  bonnie boss buster butterfly camunda carlos changeit changeme charlie cheese chelsea chester chocolate christian company
  computer cookie corvette coucou dallas daniel database december default demo diamond dolphin doudou dragon eagles
  eminem employee engineer facebook family february ferrari flower football forever freedom friday friend fuckyou galaxy
  gandalf ginger google guest hallo hannah harley hello hellokitty hockey hola hunter iloveu iloveyou internet jackson
  january jasmine jennifer jessica jesus jordan joshua julia juventus killer letmein letmeinnow liverpool
  login london lorena loveme lovely loveyou maggie manager march marina marlboro martin master matrix matthew
  maverick melissa mercedes michael michelle midnight millrace monday monika monkey monster motdepasse mustang naruto
  newpass nicole ninja november october office operaton oracle orange parola pass passe passord passw passwd
  password passwort patrick peanut pepper peter phoenix pokemon postgres power princess process purple qazwsx qwer
  qwerty qwertz rainbow ranger robert root salasana samantha samsung schatz secret secure september service sesame
  shadow silver slayer smokey snoopy soccer sommer sonnenschein spiderman spring starwars sterling steven strong
  student summer sunday sunflower sunshine superman superuser support sweety system taylor teamo temp temporary test
  tester testing thomas thunder tigger trustno tuesday tucker unknown user vanilla victoria wachtwoord wednesday
  welcome welkom whatever willkommen winner winter wizard workflow yankees yellow zaq zxcvbn zxcvbnm
  contrasena contrasenia contraseña senha haslo hasło heslo geheim geheimnis clave parool losenord lösenord adgangskode
  kennwort zugang sifre şifre пароль привет mima`.split(/\s+/),
)

/** Rows of keyboards and of the alphabet, along which fingers go. */
const paths: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabc',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qweasdzxcrtyfghvbn',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((path) => [path, [...path].reverse().join('')])

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '|': 'l',
}

/** Returns whether a password is easy to guess: a common word, a row of keys, or repetitions of one. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  // “letmein letmein”, “pass-word”
  const joined = lower.replaceAll(/[\s_.-]+/g, '')
  const read = lower.replaceAll(/[@$013!457|]/g, (sign) => lookAlikes[sign] ?? sign)
  return [lower, joined, read, withoutEnds(lower)].some(isCommon)
}

function isCommon(password: string): boolean {
  const core = once(withoutEnds(password))
  const letters = core.replaceAll(/[@$013457|]/g, (sign) => lookAlikes[sign] ?? sign)
  return [core, once(letters), once(withoutEnds(letters))].some((one) => commonWords.has(one)) || isPath(once(password))
}

/** Returns a text without digits and punctuation at both ends, up to the length of a date. */
export function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]{1,8}(?=\p{L})/u, '').replace(/(?<=\p{L})[^\p{L}]{1,8}$/u, '')
}

/** A text that is one part several times, as that part. */
function once(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text)
      return text.slice(0, length)
  return text
}

/** Along a row of keys, or two pieces of such rows. */
function isPath(text: string): boolean {
  const signs = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (signs.length === 0) return true
  const isOn = (part: string) => paths.some((path) => path.includes(part))
  if (isOn(signs)) return true
  for (let cut = 3; cut <= signs.length - 3; cut++) if (isOn(signs.slice(0, cut)) && isOn(signs.slice(cut))) return true
  return false
}
