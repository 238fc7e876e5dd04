/** By ISO 639-3 and, where there is one, two letters. */
const replies: Readonly<Record<string, string>> = {
  ...both('ara', 'ar', 'عذرًا، لا يمكنني التحدث عن ذلك هنا.'),
  ...both('deu', 'de', 'Entschuldigung, dazu kann ich hier nichts sagen.'),
  ...both('eng', 'en', "I'm sorry, I can't say more about that here."),
  ...both('fra', 'fr', 'Désolé, je ne peux pas en dire plus ici.'),
  ...both('hin', 'hi', 'माफ़ कीजिए, मैं यहाँ इसके बारे में कुछ नहीं कह सकता।'),
  ...both('ita', 'it', 'Mi dispiace, qui non posso dire altro al riguardo.'),
  ...both('jpn', 'ja', '申し訳ありませんが、ここではそれについてお答えできません。'),
  ...both('kor', 'ko', '죄송하지만 여기서는 그에 대해 말씀드릴 수 없습니다.'),
  ...both('nld', 'nl', 'Sorry, daar kan ik hier niets over zeggen.'),
  ...both('pol', 'pl', 'Przepraszam, nie mogę tu nic więcej o tym powiedzieć.'),
  ...both('por', 'pt', 'Desculpe, não posso dizer mais sobre isso aqui.'),
  ...both('rus', 'ru', 'Извините, я не могу говорить об этом здесь.'),
  ...both('spa', 'es', 'Lo siento, aquí no puedo decir nada más sobre eso.'),
  ...both('tur', 'tr', 'Üzgünüm, burada bu konuda bir şey söyleyemem.'),
  ...both('ukr', 'uk', 'Вибачте, я не можу говорити про це тут.'),
  ...both('zho', 'zh', '抱歉，我在这里无法谈论这个。'),
};

function both(code: string, short: string, text: string): Readonly<Record<string, string>> {
  return { [code]: text, [short]: text };
}

/**
 * What the agent says in place of a sentence that must not be heard. It is fixed, so nothing has to check it.
 * @param languages ISO 639-3 or two letters, the best first; where none of them is known, it is English
 */
export function safeReply(languages: readonly (string | null)[]): string {
  const known = languages.flatMap((code) => replies[code?.toLowerCase() ?? ''] ?? []);
  return known[0] ?? (replies['eng'] as string);
}
