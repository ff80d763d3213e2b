import { type Language, list } from "../language.ts";

const SUBJECT = "(?:(?:người dùng|khách hàng|người gọi|bệnh nhân|khách)|anh ấy|cô ấy|họ|bạn)";

export const vi: Language = {
  code: "vi",
  phrases: {
    greeting: ["Xin chào.", "Chào bạn.", "Chào bạn nhé."],
    answer: ["Là {value}.", "Dạ, là {value}.", "{value}."],
    answer_list: ["{value}.", "Đây ạ: {value}."],
    answer_name: ["Tôi tên là {value}.", "Tên tôi là {value}.", "{value}."],
    answer_again: ["Như tôi đã nói, là {value}.", "Tôi nhắc lại: {value}."],
    unknown: ["Tôi không biết.", "Cái đó thì tôi không biết.", "Tiếc là tôi không rõ."],
    unsure: ["Tôi không chắc.", "Tôi không rõ lắm."],
    unknown_personal: ["Tôi không muốn cung cấp thông tin đó.", "Cái đó tôi xin giữ riêng."],
    unknown_rest: ["Phần còn lại thì tôi không biết.", "Những cái khác thì tôi không rõ."],
    yes: ["Vâng, đúng rồi.", "Đúng vậy.", "Vâng, chính xác."],
    correction: ["Không, phải là {value}.", "Không phải, là {value}."],
    go_ahead: ["Vâng, làm giúp tôi nhé.", "Vâng, bạn cứ làm đi.", "Vâng, nhờ bạn."],
    decline: ["Không, cảm ơn bạn.", "Tôi không cần đâu, cảm ơn."],
    either: ["Cái nào cũng được.", "Tùy bạn, sao cho tiện là được.", "Tôi thế nào cũng được."],
    acknowledge: ["Được.", "Vâng.", "Tôi hiểu rồi."],
    wait: ["Vâng, tôi đợi.", "Được, bạn cứ từ từ.", "Không sao."],
    next_goal: ["Cảm ơn bạn. Còn một việc nữa. {intent}", "Tốt quá. Thêm một việc nữa: {intent}"],
    confirm_done: [
      "Tốt quá, cảm ơn bạn. Tôi chỉ cần vậy.",
      "Tuyệt, vậy là xong rồi. Cảm ơn bạn.",
      "Hay quá, cảm ơn bạn nhiều.",
    ],
    confirm_answered: [
      "Vâng, vậy là đã trả lời câu hỏi của tôi. Cảm ơn bạn.",
      "Tôi biết rồi, cảm ơn bạn. Tôi chỉ muốn biết vậy thôi.",
    ],
    closing: ["Cảm ơn bạn, chào bạn!", "Cảm ơn bạn đã giúp, tạm biệt!", "Vâng, cảm ơn và tạm biệt bạn!"],
    closing_no_more: ["Không, vậy thôi. Cảm ơn bạn, chào bạn!", "Hết rồi, cảm ơn bạn. Tạm biệt!"],
    repeat: ["Xin lỗi, bạn nói lại được không?", "Xin lỗi, ý bạn là sao?", "Xin lỗi, tôi chưa hiểu lắm."],
    as_written: ["Như tôi đã viết: {intent}", "Như tôi đã nói: {intent}"],
    restate: ["Tôi nói lại nhé. {intent}", "Một lần nữa, để mình hiểu nhau: {intent}"],
    not_yet: ["Khoan đã, mình chưa xong mà. {intent}", "Đợi đã, việc đó chưa giải quyết xong. {intent}"],
    give_up: [
      "Tôi nghĩ thế này không đi đến đâu. Tôi để sau vậy. Tạm biệt.",
      "Thế này không ổn. Tôi dừng ở đây. Tạm biệt.",
    ],
    push_back: ["Thật sự không có cách nào sao?", "Không còn cách nào khác à?"],
    accept_refusal: ["Thôi được, vậy thôi. Tạm biệt.", "Tiếc quá. Vậy thôi nhé. Tạm biệt."],
    accept_transfer: ["Được, cảm ơn bạn.", "Vâng, cảm ơn."],
    check_in: ["Bạn còn đó không?", "A lô? Bạn có đọc được không?"],
    elaboration: [
      "Mong bạn giúp tôi việc này.",
      "Nếu cần gì thêm thì bạn cứ nói.",
      "Cảm ơn bạn đã kiểm tra.",
    ],
    apology: ["Xin lỗi, tiếng Việt của tôi không tốt lắm."],
    hesitation: ["Ừm…", "À…"],
  },
  traits: {
    impatient: [
      "Tôi không có nhiều thời gian.",
      "Làm nhanh hơn được không?",
      "Việc này còn mất bao lâu nữa?",
    ],
    angry: ["Tôi thật sự bực mình vì chuyện này.", "Thật vô lý.", "Tôi sắp hết kiên nhẫn rồi."],
    confused: ["Tôi hơi rối.", "Tôi không chắc là mình hiểu.", "Mọi thứ hơi khó hiểu với tôi."],
    hard_of_hearing: [
      "Nói rõ giúp tôi, tai tôi nghe kém.",
      "Hy vọng tôi hiểu đúng.",
      "Câu ngắn thì tôi dễ hiểu hơn.",
    ],
    talkative: [
      "Được nói chuyện với ai đó cũng vui.",
      "Tôi thích trò chuyện một chút, mong bạn không phiền.",
      "Nhưng tôi lại nói nhiều rồi.",
    ],
    polite: ["Cảm ơn bạn trước nhé.", "Bạn thật tử tế.", "Tôi rất biết ơn sự giúp đỡ của bạn."],
  },
  cues: {
    ask: list(
      "vui lòng cho|xin cho|cho em xin|cho tôi xin|cho mình xin|cho em biết|cho tôi biết|cho mình biết|cho biết|bạn có thể cho|anh chị cho|anh có thể|chị có thể|bạn có thể|quý khách có thể|cung cấp|xác nhận giúp|nhập|em cần|tôi cần biết|bạn có muốn|anh có muốn|chị có muốn|quý khách có muốn|là gì|phải không|được không|đúng không|không ạ",
    ),
    please: list("vui lòng|làm ơn|xin"),
    wh: list("gì|nào|khi nào|bao giờ|ở đâu|ai|như thế nào|thế nào|bao nhiêu|mấy|tại sao|vì sao|sao"),
    greeting: list("xin chào|chào bạn|chào anh|chào chị|chào quý khách|chào mừng|alo|a lô|kính chào"),
    done: list(
      "đã được hủy|đã hủy|đã huỷ|đã được thay đổi|đã thay đổi|đã đổi|đã được cập nhật|đã cập nhật|đã được xác nhận|đã xác nhận|đã đặt|đã được đặt|đã xử lý|đã được xử lý|đã gửi|đã được gửi|đã hoàn tiền|đã được hoàn|đã hoàn tất|đã đăng ký|đã được đăng ký|đã tạo|đã được tạo|đã dời|đã được dời|đã chuyển lịch|đã thêm|đã xóa|đã khắc phục|đã giải quyết|đã xong|xong rồi|hoàn tất|thành công|đã khóa|đã được khóa|đã kích hoạt|đã được kích hoạt|đã sửa|đã được sửa|đã đặt lại|đã gia hạn|đã được gia hạn|đã lên lịch|đã được lên lịch|đã chuyển|đã đổi lịch|đã mở|đã hoàn",
    ),
    not_done: list("chưa|không|nếu|khi|sau khi|trước khi|sẽ|rất tiếc|bị từ chối|lỗi|cho đến khi"),
    closing: list(
      "tạm biệt|chào tạm biệt|chúc bạn một ngày|chúc anh|chúc chị|chúc quý khách|chúc bạn|không có gì|không có chi|hẹn gặp lại",
    ),
    acknowledgement: list(
      "có thể giúp|sẽ giúp|giúp bạn|hỗ trợ bạn|tôi hiểu|em hiểu|dạ vâng|tất nhiên|chắc chắn rồi|không vấn đề gì|không sao|được ạ|vâng ạ|cảm ơn bạn đã cung cấp|đã ghi nhận",
    ),
    more: list("gì nữa|còn gì|gì khác|câu hỏi nào khác|cần thêm gì|hỗ trợ thêm|giúp gì thêm|thêm gì không"),
    refusal: list(
      "không thể|không được phép|không hỗ trợ|không cung cấp|không đủ điều kiện|không có quyền|rất tiếc|trái với chính sách|ngoài khả năng",
    ),
    transfer: list(
      "chuyển máy|chuyển bạn|chuyển anh|chuyển chị|chuyển quý khách|kết nối bạn|kết nối quý khách|chuyển cuộc|gặp nhân viên|đồng nghiệp",
    ),
    hold: list(
      "đợi một chút|chờ một chút|đợi một lát|chờ một lát|vui lòng đợi|vui lòng chờ|xin chờ|đợi em|chờ em|giữ máy|để tôi kiểm tra|để em kiểm tra|đang kiểm tra|một chút ạ|kiểm tra giúp",
    ),
    check: list(
      "đúng không|phải không|có đúng không|đúng chứ|chính xác không|xác nhận lại|có phải|như vậy được không|vậy được không",
    ),
    proceed: list(
      "có muốn tôi|có muốn em|có muốn mình|tôi tiến hành|em tiến hành|tiến hành nhé|tiếp tục không|có muốn tiếp tục|có chắc|tôi đặt|em đặt|em hủy nhé",
    ),
    offer: list("có muốn|có cần|có quan tâm|muốn dùng thử|có thể đề xuất"),
    choice: list("thích cái nào|chọn cái nào|muốn chọn|thích hơn|tiện hơn|phù hợp hơn|lựa chọn|chọn"),
    or: list("hay|hoặc"),
    repeat: list("nhắc lại|nói lại|chưa hiểu|không hiểu|chưa nghe rõ|diễn đạt lại"),
    details: list(
      "chi tiết hơn|cụ thể hơn|nói rõ hơn|kể thêm|mô tả|giải thích|chuyện gì đã xảy ra|đã xảy ra|vấn đề là gì|gặp vấn đề gì|cụ thể là",
    ),
    informational: list(
      "biết|hỏi|tìm hiểu|thông tin|câu hỏi|bao giờ|khi nào|bao nhiêu|ở đâu|thế nào|có mở|giờ mở cửa|tình trạng|mấy giờ",
    ),
  },
  slots: {
    name: {
      ask: list(
        "họ tên|họ và tên|tên của bạn|tên bạn|tên anh|tên chị|quý danh|bạn tên|tên đầy đủ|tên quý khách|đứng tên",
      ),
      near: list("tên"),
    },
    order_number: {
      ask: list("mã đơn hàng|số đơn hàng|mã đơn|mã vận đơn|số đơn"),
      near: list("đơn hàng|đơn"),
    },
    booking_number: {
      ask: list("mã đặt chỗ|mã đặt phòng|mã đặt vé|mã xác nhận|số xác nhận|mã đặt bàn|mã tham chiếu"),
      near: list("đặt chỗ|đặt phòng|mã"),
    },
    account_number: {
      ask: list(
        "số tài khoản|mã khách hàng|số khách hàng|mã hội viên|số hợp đồng|mã hợp đồng|mã bệnh nhân|số thẻ bảo hiểm",
      ),
      near: list("tài khoản|hợp đồng"),
    },
    case_number: {
      ask: list("mã yêu cầu|mã khiếu nại|mã hồ sơ|số hồ sơ|mã phiếu"),
      near: list("yêu cầu|hồ sơ|khiếu nại"),
    },
    card_number: { ask: list("số thẻ|bốn số cuối|4 số cuối"), near: list("thẻ") },
    phone: {
      ask: list("số điện thoại|số máy|số liên hệ|số liên lạc|số di động"),
      near: list("điện thoại|di động"),
    },
    email: { ask: list("email|e-mail|thư điện tử|địa chỉ email") },
    address: {
      ask: list("địa chỉ của bạn|địa chỉ giao hàng|địa chỉ nhà|địa chỉ nhận|địa chỉ|bạn sống ở đâu|ở đâu ạ"),
      near: list("sống ở|sống tại|địa chỉ"),
    },
    postal_code: { ask: list("mã bưu điện|mã bưu chính") },
    date_of_birth: {
      ask: list("ngày sinh|ngày tháng năm sinh|sinh ngày nào|sinh nhật"),
      near: list("sinh ngày"),
    },
    date: {
      ask: list(
        "ngày nào|hôm nào|ngày mấy|ngày giờ|ngày và giờ|ngày mới|khi nào|bao giờ|ngày nhận phòng|ngày trả phòng|ngày mong muốn",
      ),
    },
    time: { ask: list("mấy giờ|giờ nào|ngày giờ|ngày và giờ|giờ mới|khung giờ") },
    quantity: {
      ask: list(
        "bao nhiêu người|mấy người|bao nhiêu vé|mấy vé|bao nhiêu đêm|mấy đêm|số lượng|bao nhiêu khách|số người",
      ),
      near: list("người|vé|khách|đêm|phòng|cái|bàn cho"),
    },
    amount: { ask: list("bao nhiêu tiền|số tiền|ngân sách|giá bao nhiêu") },
    product: { ask: list("sản phẩm nào|mặt hàng nào|mẫu nào|dịch vụ nào|gói nào|đặt món gì|tìm gì") },
    reason: { ask: list("tại sao|vì sao|lý do|lí do") },
  },
  intent: {
    forms: [
      [new RegExp(`^${SUBJECT} (?:muốn|cần|mong muốn) `, "iu"), "Tôi muốn "],
      [new RegExp(`^${SUBJECT} (?:có|bị|gặp) `, "iu"), "Tôi có "],
      [/^(?:muốn|cần) /iu, "Tôi muốn "],
      [
        /^(?=(?:hủy|huỷ|đổi|đặt|mua|trả|hỏi|kiểm tra|cập nhật|thay đổi|đăng ký|yêu cầu|khiếu nại|gia hạn|tìm|xem|dời|báo|xin|nâng cấp|sửa|thanh toán|hoàn)(?!\p{L}))/iu,
        "Tôi muốn ",
      ],
    ],
    pronouns: [[/(?:của (?:họ|anh ấy|cô ấy|bạn))/giu, "của tôi"]],
    lowercase: true,
    about: "Tôi liên hệ về việc này: {intent}",
    instruction:
      /^(?:nếu |khi |không bao giờ |luôn |luôn luôn |đừng |hãy |giả vờ |chỉ |sau khi |trước khi )/iu,
  },
  first_person: list("tôi|mình|em|con|cháu|chúng tôi"),
  names: {
    strong: list("tôi tên là|tên tôi là|tên là|tên bạn là|bạn tên là|họ tên là|tên"),
    weak: list("tôi là|bạn là|mình là"),
    end: [],
  },
  dates: {
    months: list(
      "tháng một/tháng giêng|tháng hai|tháng ba|tháng tư|tháng năm|tháng sáu|tháng bảy|tháng tám|tháng chín|tháng mười|tháng mười một|tháng mười hai/tháng chạp",
    ),
    days: list("thứ hai|thứ ba|thứ tư|thứ năm|thứ sáu|thứ bảy|chủ nhật|hôm nay|ngày mai|ngày kia|hôm qua"),
    modifiers: [],
  },
  numbers: list("hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|mười một|mười hai"),
  small_words: list("là|và|của|có|không|tôi|bạn|cho|được|này|những|với|để|một|thể|cảm|ơn|xin|vui|lòng|muốn"),
};
