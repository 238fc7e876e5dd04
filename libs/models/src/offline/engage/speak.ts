import { looked } from '../words/tokens.js';
import { addressUser } from './address-user.js';
import { clausesOf, type Clause } from './clauses.js';
import { directQuestion } from './indirect-question.js';
import { questionFor } from './noun-phrase.js';
import { question, quoted, statement, uncapitalized, type Sentence } from './sentences.js';
import type { SpeechSituation } from './speech-situation.js';
import { speechActOf } from './speech-verbs.js';
import { sayTo } from './statements.js';

/**
 * The sentences that carry out an instruction: "Ask for the preferred date" → "What is your preferred date?". Empty when it
 * needs no words.
 */
export function speak(whole: string, situation: SpeechSituation): readonly Sentence[] {
  const instruction = looked(whole);
  const verbatim = /["“]([^"”]{2,})["”]/.exec(instruction)?.[1];
  if (verbatim !== undefined && /[.!?]$|\s\S+\s/.test(verbatim)) return [quoted(verbatim)];
  return clausesOf(instruction).flatMap((clause) => sayClause(clause, situation));
}

function sayClause({ verb, rest }: Clause, situation: SpeechSituation): readonly Sentence[] {
  const act = verb === null ? null : speechActOf(verb);
  if (verb === null || act === null) return [undertaking(rest)];
  const addressed = addressUser(rest);
  switch (act) {
    case 'ask':
      return [ask(addressed)];
    case 'learn':
    case 'collect':
      return [wanted(addressed.replace(/^(?:from you|with you)\s+/i, ''))];
    case 'check':
      return [
        directQuestion(addressed) ?? statement(`let me ${verb} ${addressed.replace(/ with you\b/i, '')}`),
      ];
    default:
      return sayTo(act, verb, addressed, situation);
  }
}

/** `rest` follows "ask". */
function ask(rest: string): Sentence {
  const about = rest
    .replace(/^you\s+(?=for|about|to|whether|if|what|which|when|where|why|who|how|your|the|a)\b/i, '')
    .replace(/^for:\s+/i, 'for ')
    .replace(/^for\s+(?=(?:what|which|when|where|why|who|whose|how|whether)\b)/i, '');
  const request = /^you\s*$/i.test(about) ? null : /^to (.+)$/is.exec(about);
  if (request !== null) return question(`could you please ${request[1]}`);
  const subject =
    /^(?:(?:a |an? \w+ |some |any |more |follow-?up )?questions? )?(?:about|regarding|concerning|on) (.+)$/is.exec(
      about,
    );
  if (subject !== null)
    return directQuestion(subject[1] ?? '') ?? question(`what can you tell me about ${subject[1]}`);
  const thing = /^for (.+)$/is.exec(about);
  return wanted(thing?.[1] ?? about);
}

/** The question for what is wanted: a thing, or an answer to an indirect question. */
function wanted(what: string): Sentence {
  const plain = what.replace(/\s+(?:from|with) you$/i, '').trim();
  if (/^(?:you)?$/i.test(plain) || /^(?:a |an |some |more |further )*(?:\w+ )?questions?$/i.test(plain)) {
    return question('what can you tell me about it');
  }
  return directQuestion(plain) ?? questionFor(uncapitalized(plain));
}

/** An instruction to do something, or only a subject. */
function undertaking(text: string): Sentence {
  const addressed = addressUser(uncapitalized(text));
  const isSubject =
    /^(?:the|a|an|this|your|my|some|\w+ing|small talk)\b/i.test(addressed) || !addressed.includes(' ');
  if (!/[\p{L}\p{N}]/u.test(addressed)) return question('shall we go on');
  if (isSubject) return statement(`let's talk about ${addressed}`);
  return statement(`let's ${addressed.replace(/\s+(?:with|for) you\b/i, '')}`);
}
